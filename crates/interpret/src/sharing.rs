//! A sequence whose copies share what none of them has changed: a state is copied for each step.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::rc::Rc;
use tw_index::Id;

/// Elements of one page.
const PAGE: usize = 32;

/// Elements by id, in pages; a copy costs a count for each page.
#[derive(Debug)]
pub struct Pages<I, T> {
    pages: Vec<Rc<Vec<Rc<T>>>>,
    len: usize,
    ids: PhantomData<I>,
}

impl<I, T> Clone for Pages<I, T> {
    fn clone(&self) -> Self {
        Pages { pages: self.pages.clone(), len: self.len, ids: PhantomData }
    }
}

impl<I: Id, T: Clone> Pages<I, T> {
    /// No elements.
    pub fn new() -> Self {
        Pages { pages: Vec::new(), len: 0, ids: PhantomData }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds an element.
    pub fn push(&mut self, element: T) -> I {
        if self.len.is_multiple_of(PAGE) {
            self.pages.push(Rc::new(Vec::with_capacity(PAGE)));
        }
        let last = self.pages.last_mut().expect("there is a page with room");
        Rc::make_mut(last).push(Rc::new(element));
        self.len += 1;
        I::from_index(self.len - 1)
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = I> + use<I, T> {
        (0..self.len).map(I::from_index)
    }

    /// Whether two sequences are equal by this comparison; what is shared is not compared.
    pub fn is_equal(&self, other: &Self, same: impl Fn(&T, &T) -> bool) -> bool {
        let elements = |a: &Rc<T>, b: &Rc<T>| Rc::ptr_eq(a, b) || same(a, b);
        let page = |a: &Rc<Vec<Rc<T>>>, b: &Rc<Vec<Rc<T>>>| {
            Rc::ptr_eq(a, b) || a.iter().zip(b.iter()).all(|(a, b)| elements(a, b))
        };
        self.len == other.len && self.pages.iter().zip(&other.pages).all(|(a, b)| page(a, b))
    }
}

impl<I: Id, T> Index<I> for Pages<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.pages[id.index() / PAGE][id.index() % PAGE]
    }
}

impl<I: Id, T: Clone> IndexMut<I> for Pages<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        let page = Rc::make_mut(&mut self.pages[id.index() / PAGE]);
        Rc::make_mut(&mut page[id.index() % PAGE])
    }
}
