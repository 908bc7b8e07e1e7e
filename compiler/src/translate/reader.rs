//! What an item's words mean while they are read: names in scope, what is known of their kinds, what has been told.
//!
//! In: syntax trees, the world of names. Out: trees of meaning (`hir`). Nothing of the program is written here.

use super::builder::{Builder, ErrorReported, Made};
use super::expr::surely;
use super::noted::Meant;
use super::rows::RowsAt;
use super::ty::{Kinds, Noun, Ty};
use super::world::SIDE;
use crate::diag::{Diagnostic, Place, says};
use crate::hir::{Binder, Expr, Local};
use crate::source::FileId;
use std::collections::BTreeSet;
use wgr_grammar::{Span, ast};
use wgr_runtime::ir::{CellId, FuncId, Type};

/// A name in scope.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) name: String,
    pub(crate) local: Local,
    pub(crate) ty: Ty,
    pub(crate) at: Place,
}

/// What a narrowing is about: a local, or a kept name's cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    Local(Local),
    Cell(CellId),
}

/// What is surely so of something that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sure {
    /// It is one of these kinds.
    Kinds(Kinds),
    /// It is not none.
    There,
}

pub(crate) type Narrow = (About, Sure);

/// A loop around what is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Round {
    Repeat,
    /// With the name that says whether it was left for the sake of a repeat around it.
    Other(Option<Local>),
}

pub(crate) struct Reader<'m, 'a> {
    pub(crate) m: &'m Builder<'a>,
    pub(crate) file: FileId,
    /// By number: what the body gives a name to, and what it keeps without one.
    pub(crate) binders: Vec<Binder>,
    /// Innermost last.
    pub(crate) scope: Vec<Bound>,
    /// How many names were in scope as the innermost block began.
    pub(crate) outside: usize,
    /// What names of dice stand for.
    pub(crate) fallen: BTreeSet<Local>,
    pub(crate) narrowed: Vec<Narrow>,
    /// Names of what was picked or answered where perhaps nobody was: whether they are none is asked before they are used.
    pub(crate) perhaps: BTreeSet<Local>,
    /// The action whose names may be read.
    pub(crate) within: Option<usize>,
    /// The rows that are being read, for `"Title" applies`.
    pub(crate) rows: Option<RowsAt<'a>>,
    /// In rows of a law of the hex: may the piece stay there, or does it only pass?
    pub(crate) arriving: Option<bool>,
    /// What an `answer` is, in a procedure that answers.
    pub(crate) answers: Option<Ty>,
    /// The action that `end NAME` leaves.
    pub(crate) ends: Option<String>,
    /// The loops around what is read, innermost last.
    pub(crate) rounds: Vec<Round>,
    /// Which part of the sequence this is; none outside of it.
    pub(crate) stage: Option<super::play::Stage>,
    /// Picks that cannot be empty, because the action is not offered where they are.
    pub(crate) guarded: BTreeSet<Span>,
    /// May `acting` be asked for: in what sides do in turn, in an action `by acting`?
    pub(crate) acting: bool,
    /// Is this played again and again, until somebody passes?
    pub(crate) again: bool,
    /// Set by a pass: the first question of what sides do in turn takes it.
    pub(crate) passing: Option<Local>,
    /// The line in which sides do in turn what asks without a case and title of its own.
    pub(crate) asked_as: Option<AskedAs>,
    /// What the other side of a comparison says that this is.
    pub(crate) beside: Option<Noun>,
    /// Names that a refused statement would have given: whoever reads them has been told already.
    pub(crate) refused: BTreeSet<String>,
    /// Names that a pick gave to pieces out of play.
    pub(crate) absent: BTreeSet<String>,
}

/// What a question is called by the line in which it stands.
#[derive(Clone, Debug)]
pub(crate) struct AskedAs {
    pub(crate) cases: Vec<ast::Case>,
    pub(crate) title: Option<ast::Text>,
}

/// A name that is given from outside: its type for authors and for the machine.
pub(crate) struct Given {
    pub(crate) name: String,
    pub(crate) ty: Option<Ty>,
    pub(crate) ir: Type,
}

impl<'m, 'a> Reader<'m, 'a> {
    /// With parameters; those without a type cannot be named.
    pub(crate) fn new(m: &'m Builder<'a>, file: FileId, given: Vec<Given>, at: Place) -> Self {
        let mut reader = Reader {
            m,
            file,
            binders: Vec::new(),
            scope: Vec::new(),
            outside: 0,
            fallen: BTreeSet::new(),
            narrowed: Vec::new(),
            perhaps: BTreeSet::new(),
            within: None,
            rows: None,
            arriving: None,
            answers: None,
            ends: None,
            rounds: Vec::new(),
            stage: None,
            guarded: BTreeSet::new(),
            acting: false,
            again: false,
            passing: None,
            asked_as: None,
            beside: None,
            refused: BTreeSet::new(),
            absent: BTreeSet::new(),
        };
        for Given { name, ty, ir } in given {
            match ty {
                Some(ty) => {
                    reader.bind(&name, ty, ir, at);
                }
                None => {
                    reader.binder(&name, ir);
                }
            }
        }
        reader
    }

    /// Without parameters.
    pub(crate) fn open(m: &'m Builder<'a>, file: FileId, at: Place) -> Self {
        Reader::new(m, file, Vec::new(), at)
    }

    /// For the body of a declared function; parameters beyond those that have a type here cannot be named.
    pub(crate) fn of_func(m: &'m Builder<'a>, file: FileId, id: FuncId, params: &[(String, Ty)], at: Place) -> Self {
        let func = m.program.func(id);
        let own = func.locals.iter().take(func.params as usize).enumerate();
        let given = own.map(|(index, local)| match params.get(index) {
            Some((name, ty)) => Given { name: name.clone(), ty: Some(*ty), ir: local.ty },
            None => Given { name: local.name.clone(), ty: None, ir: local.ty },
        });
        let given = given.collect();
        Reader::new(m, file, given, at)
    }

    pub(crate) fn tell(&mut self, what: Diagnostic) -> ErrorReported {
        self.m.tell(what)
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        Place::new(self.file, span)
    }

    /// What a name that stands here means.
    pub(crate) fn note(&mut self, span: Span, meant: Meant) {
        self.m.said().noted.note(Place::new(self.file, span), meant);
    }

    /// A new name in scope.
    pub(crate) fn bind(&mut self, name: &str, ty: Ty, ir: Type, at: Place) -> Local {
        let local = self.binder(name, ir);
        self.m.said().noted.given.push((at, ty));
        self.scope.push(Bound { name: name.to_owned(), local, ty, at });
        local
    }

    /// What rules cannot name.
    pub(crate) fn binder(&mut self, name: &str, ir: Type) -> Local {
        self.binders.push(Binder { name: name.to_owned(), ir });
        Local(self.binders.len() - 1)
    }

    /// The die of this name that fell in a block around this one: rolled here, it is the same die.
    pub(crate) fn fell_outside(&self, name: &str) -> Option<Local> {
        let around = self.scope.get(..self.outside).unwrap_or_default();
        let named = around.iter().rev().find(|bound| bound.name == name).map(|bound| bound.local);
        named.filter(|local| self.fallen.contains(local))
    }

    pub(crate) fn bound(&self, name: &str) -> Option<&Bound> {
        self.scope.iter().rev().find(|bound| bound.name == name)
    }

    /// A name that rules give to something; what it would hide is told.
    pub(crate) fn fresh_name(&mut self, name: &ast::Name) -> Made<Place> {
        let at = self.place(name.span);
        if let Some(bound) = self.bound(&name.text) {
            let first = bound.at;
            return Err(self.tell(says::twice_named(&name.text, at, first)));
        }
        self.m.no_word_of_the_game(&name.text, at)?;
        if self.member_of(SIDE, &name.text).is_some() {
            return Err(self.tell(says::name_of_a_side(&name.text, at)));
        }
        Ok(at)
    }

    /// A name that stands alone where the game's own names are read: it hides none of them.
    pub(crate) fn hides_nothing(&mut self, name: &ast::Name) -> Made<()> {
        let Some(first) = self.m.world.declared(&name.text) else { return Ok(()) };
        let at = self.place(name.span);
        Err(self.tell(says::twice_named(&name.text, at, first)))
    }

    /// Do something with names and narrowings that end with it.
    pub(crate) fn within_scope<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let (names, narrowed) = (self.scope.len(), self.narrowed.len());
        let done = what(self);
        self.scope.truncate(names);
        self.narrowed.truncate(narrowed);
        done
    }

    /// The kinds that are known of something, as narrow as can be.
    pub(crate) fn known(&self, about: About, kinds: Kinds) -> Kinds {
        self.narrowed.iter().filter(|(of, _)| *of == about).fold(kinds, |all, (_, sure)| match sure {
            Sure::Kinds(kinds) => all.and(*kinds),
            Sure::There => all,
        })
    }

    /// Was it asked, and is it not none?
    pub(crate) fn is_there(&self, about: About) -> bool {
        self.narrowed.contains(&(about, Sure::There))
    }

    /// May this be a picked name that is none, and nobody has asked?
    pub(crate) fn is_unasked(&self, about: About) -> bool {
        let About::Local(local) = about else { return false };
        self.perhaps.contains(&local) && !self.is_there(about)
    }

    /// What a name may stand for where it may be none: a member, for it was asked.
    pub(crate) fn asked_for(&mut self, found: Expr, expr: &ast::Expr) -> Made<Expr> {
        match self.about(expr) {
            Some(about) if self.is_unasked(about) => {
                let at = self.place(expr.span);
                let name = self.m.sources.text(at).to_owned();
                let picked = self.bound(&name).map_or(at, |bound| bound.at);
                Err(self.tell(says::perhaps_none(&name, at, picked)))
            }
            Some(_) | None => Ok(surely(found)),
        }
    }

    /// Behind a statement: what is known of picked names, because its other way leads away.
    pub(crate) fn known_from_here(&mut self, known: Vec<Narrow>) {
        let there = |(about, sure): &Narrow| matches!((about, sure), (About::Local(_), Sure::There));
        self.narrowed.extend(known.into_iter().filter(there));
    }
}
