//! The functions of a program. They are shared: a program that is cloned, or made from another, has the same ones until it
//! changes them, and those that are the same need not be compared.

use super::program::Func;
use std::iter::Map;
use std::ops::{Index, IndexMut};
use std::slice::{Iter, IterMut};
use std::sync::Arc;

/// By number.
#[derive(Clone, Debug, Default)]
pub struct Funcs(Vec<Arc<Func>>);

type Each<'f> = Map<Iter<'f, Arc<Func>>, fn(&'f Arc<Func>) -> &'f Func>;
type EachMut<'f> = Map<IterMut<'f, Arc<Func>>, fn(&'f mut Arc<Func>) -> &'f mut Func>;

impl Funcs {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, at: usize) -> Option<&Func> {
        self.0.get(at).map(|func| &**func)
    }

    /// To be changed: others keep what they share.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut Func> {
        self.0.get_mut(at).map(Arc::make_mut)
    }

    pub fn iter(&self) -> Each<'_> {
        self.0.iter().map(|func| func)
    }

    pub fn iter_mut(&mut self) -> EachMut<'_> {
        self.0.iter_mut().map(Arc::make_mut)
    }

    pub fn push(&mut self, func: Func) {
        self.0.push(Arc::new(func));
    }

    /// Those from here on go into a list of their own.
    pub fn split_off(&mut self, at: usize) -> Funcs {
        Funcs(self.0.split_off(at.min(self.0.len())))
    }

    pub fn append(&mut self, mut others: Funcs) {
        self.0.append(&mut others.0);
    }

    /// Some of them, shared.
    pub fn part(&self, some: std::ops::Range<usize>) -> Funcs {
        Funcs(self.0.get(some).unwrap_or_default().to_vec())
    }

    /// Takes the place of one that is there.
    pub fn put(&mut self, at: usize, func: Func) {
        if let Some(slot) = self.0.get_mut(at) {
            *slot = Arc::new(func);
        }
    }

    /// The one with this number is that of another list.
    pub fn share(&mut self, at: usize, other: &Funcs) {
        if let (Some(slot), Some(func)) = (self.0.get_mut(at), other.0.get(at)) {
            slot.clone_from(func);
        }
    }

    /// Is the one with this number the very one of another list, and no copy of it?
    pub fn shares(&self, at: usize, other: &Funcs) -> bool {
        matches!((self.0.get(at), other.0.get(at)), (Some(one), Some(other)) if Arc::ptr_eq(one, other))
    }

    /// Of two lists, by number: are both there and the same?
    pub fn alike<'f>(&'f self, other: &'f Funcs) -> impl Iterator<Item = bool> + 'f {
        self.0.iter().zip(&other.0).map(|(one, other)| same(one, other))
    }
}

fn same(one: &Arc<Func>, other: &Arc<Func>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

impl PartialEq for Funcs {
    fn eq(&self, other: &Funcs) -> bool {
        self.len() == other.len() && self.alike(other).all(|same| same)
    }
}

impl Index<usize> for Funcs {
    type Output = Func;

    fn index(&self, at: usize) -> &Func {
        &self.0[at]
    }
}

impl IndexMut<usize> for Funcs {
    fn index_mut(&mut self, at: usize) -> &mut Func {
        Arc::make_mut(&mut self.0[at])
    }
}

impl Extend<Func> for Funcs {
    fn extend<T: IntoIterator<Item = Func>>(&mut self, more: T) {
        self.0.extend(more.into_iter().map(Arc::new));
    }
}

impl FromIterator<Func> for Funcs {
    fn from_iter<T: IntoIterator<Item = Func>>(all: T) -> Funcs {
        Funcs(all.into_iter().map(Arc::new).collect())
    }
}

impl From<Vec<Func>> for Funcs {
    fn from(all: Vec<Func>) -> Funcs {
        all.into_iter().collect()
    }
}

impl<'f> IntoIterator for &'f Funcs {
    type Item = &'f Func;
    type IntoIter = Each<'f>;

    fn into_iter(self) -> Each<'f> {
        self.iter()
    }
}

impl<'f> IntoIterator for &'f mut Funcs {
    type Item = &'f mut Func;
    type IntoIter = EachMut<'f>;

    fn into_iter(self) -> EachMut<'f> {
        self.iter_mut()
    }
}
