//! Long lists of which an edit changes little: a list that is cloned has the same pieces until it changes them, and pieces that
//! are the same need not be looked at.

use std::iter::FlatMap;
use std::ops::{Index, Range};
use std::slice::{Iter, IterMut};
use std::sync::Arc;

/// So many of a list are one piece.
const PIECE: usize = 64;

/// By number. All pieces but the last are full.
#[derive(Clone, Debug)]
pub struct Pieces<T>(Vec<Arc<Vec<T>>>);

type Piece<T> = Arc<Vec<T>>;
pub(super) type Each<'p, T> = FlatMap<Iter<'p, Piece<T>>, Iter<'p, T>, fn(&'p Piece<T>) -> Iter<'p, T>>;
pub(super) type EachMut<'p, T> = FlatMap<IterMut<'p, Piece<T>>, IterMut<'p, T>, fn(&'p mut Piece<T>) -> IterMut<'p, T>>;

impl<T> Default for Pieces<T> {
    fn default() -> Pieces<T> {
        Pieces(Vec::new())
    }
}

impl<T> Pieces<T> {
    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * PIECE + last.len())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, at: usize) -> Option<&T> {
        self.0.get(at / PIECE)?.get(at % PIECE)
    }

    pub fn iter(&self) -> Each<'_, T> {
        self.0.iter().flat_map(|piece| piece.iter())
    }

    /// Of two lists the numbers of those that are in both and stand in pieces that are not the very same ones.
    pub fn apart<'p>(&'p self, other: &'p Pieces<T>) -> impl Iterator<Item = usize> + 'p {
        let both = self.0.iter().zip(&other.0).enumerate();
        let apart = both.filter(|(_, (one, other))| !Arc::ptr_eq(one, other));
        apart.flat_map(|(at, (one, other))| (at * PIECE..).take(one.len().min(other.len())))
    }
}

impl<T: Clone> Pieces<T> {
    /// To be changed: others keep what they share.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        Arc::make_mut(self.0.get_mut(at / PIECE)?).get_mut(at % PIECE)
    }

    pub fn iter_mut(&mut self) -> EachMut<'_, T> {
        self.0.iter_mut().flat_map(|piece| Arc::make_mut(piece).iter_mut())
    }

    pub fn push(&mut self, one: T) {
        match self.0.last_mut().filter(|last| last.len() < PIECE) {
            Some(last) => Arc::make_mut(last).push(one),
            None => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(one);
                self.0.push(Arc::new(piece));
            }
        }
    }

    /// Takes the place of one that is there, or stands behind all.
    pub fn put(&mut self, at: usize, one: T) {
        match self.get_mut(at) {
            Some(slot) => *slot = one,
            None => self.push(one),
        }
    }

    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        self.0.truncate(len.div_ceil(PIECE));
        if let Some(last) = self.0.last_mut().filter(|_| !len.is_multiple_of(PIECE)) {
            Arc::make_mut(last).truncate(len % PIECE);
        }
    }

    /// Those from here on go into a list of their own.
    pub fn split_off(&mut self, at: usize) -> Pieces<T> {
        let behind = self.part(at..self.len());
        self.truncate(at);
        behind
    }

    /// Some of them, as a list.
    pub fn part(&self, some: Range<usize>) -> Pieces<T> {
        let until = some.end.min(self.len());
        (some.start.min(until)..until).filter_map(|at| self.get(at)).cloned().collect()
    }
}

impl<T> Index<usize> for Pieces<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.0[at / PIECE][at % PIECE]
    }
}

impl<T: Clone> Extend<T> for Pieces<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        more.into_iter().for_each(|one| self.push(one));
    }
}

impl<T: Clone> FromIterator<T> for Pieces<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Pieces<T> {
        let mut pieces = Pieces::default();
        pieces.extend(all);
        pieces
    }
}

impl<T: PartialEq> PartialEq for Pieces<T> {
    fn eq(&self, other: &Pieces<T>) -> bool {
        self.len() == other.len() && self.apart(other).all(|at| self.get(at) == other.get(at))
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, Pieces};

    const MANY: usize = 3 * PIECE + 5;

    fn many() -> Pieces<usize> {
        (0..MANY).collect()
    }

    #[test]
    fn a_list_in_pieces_is_a_list() {
        let mut list = many();
        assert_eq!((list.len(), list.get(MANY), list.get(PIECE)), (MANY, None, Some(&PIECE)));
        let behind = list.split_off(PIECE + 1);
        assert_eq!((list.len(), behind.len(), behind[0]), (PIECE + 1, MANY - PIECE - 1, PIECE + 1));
        list.extend(behind.iter().copied());
        assert!(list == many() && list.iter().copied().eq(0..MANY));
        list.truncate(9 * PIECE + 1);
        assert_eq!(list.len(), MANY);
        list.truncate(2 * PIECE);
        assert_eq!((list.len(), list.part(PIECE..9 * PIECE).len()), (2 * PIECE, PIECE));
        list.put(2 * PIECE, 7);
        list.put(0, 9);
        assert_eq!((list.len(), list[2 * PIECE], list[0]), (2 * PIECE + 1, 7, 9));
    }

    #[test]
    fn what_a_clone_changes_stands_apart() {
        let (list, mut other) = (many(), many());
        assert!(list.apart(&other).eq(0..MANY), "nothing is shared");
        other.clone_from(&list);
        assert_eq!(list.apart(&other).count(), 0);
        other.put(PIECE, 0);
        assert!(list.apart(&other).eq(PIECE..2 * PIECE));
        assert!(list[PIECE] == PIECE && list != other);
    }
}
