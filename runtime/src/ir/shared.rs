//! A list that several programs share: whoever changes it has one of his own from then on.

use std::ops::{Deref, DerefMut};
use std::slice::Iter;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Shared<T>(Arc<Vec<T>>);

impl<T> Shared<T> {
    /// Is it the very list that the other is, and no copy of it?
    pub fn is(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared(Arc::default())
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        self.is(other) || self.0 == other.0
    }
}

impl<T> Deref for Shared<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Shared<T> {
        Shared(Arc::new(all.into_iter().collect()))
    }
}

impl<'s, T> IntoIterator for &'s Shared<T> {
    type Item = &'s T;
    type IntoIter = Iter<'s, T>;

    fn into_iter(self) -> Iter<'s, T> {
        self.0.iter()
    }
}
