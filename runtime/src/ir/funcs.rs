//! The functions of a program. They are shared: a program that is cloned, or made from another, has the same ones until it
//! changes them, and those that are the same need not be compared.

use super::pieces::{self, Pieces};
use super::program::Func;
use crate::bug;
use std::iter::Map;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

type Each<'f> = Map<pieces::Each<'f, Arc<Func>>, fn(&'f Arc<Func>) -> &'f Func>;
type EachMut<'f> = Map<pieces::EachMut<'f, Arc<Func>>, fn(&'f mut Arc<Func>) -> &'f mut Func>;

/// By number.
#[derive(Clone, Debug, Default)]
pub struct Funcs(Pieces<Arc<Func>>);

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
        Funcs(self.0.split_off(at))
    }

    pub fn append(&mut self, others: &Funcs) {
        self.0.extend(others.0.iter().cloned());
    }

    /// Some of them, shared.
    pub fn part(&self, some: std::ops::Range<usize>) -> Funcs {
        Funcs(self.0.part(some))
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

    /// Of two lists, by number: those that are in both, and are not the very same ones.
    pub fn apart<'f>(&'f self, other: &'f Funcs) -> impl Iterator<Item = usize> + 'f {
        let same = |at: &usize| matches!((self.0.get(*at), other.0.get(*at)), (Some(one), Some(other)) if Arc::ptr_eq(one, other));
        self.0.apart(&other.0).filter(move |at| !same(at))
    }

    /// Of two lists, by number: those that are in both, and say something else.
    pub fn differ<'f>(&'f self, other: &'f Funcs) -> impl Iterator<Item = usize> + 'f {
        self.apart(other).filter(|at| self.get(*at) != other.get(*at))
    }
}

impl PartialEq for Funcs {
    fn eq(&self, other: &Funcs) -> bool {
        self.len() == other.len() && self.differ(other).next().is_none()
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
        match self.0.get_mut(at) {
            Some(func) => Arc::make_mut(func),
            None => bug!("there is no function {at}"),
        }
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
