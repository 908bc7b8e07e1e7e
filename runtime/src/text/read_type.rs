//! Types, and the indices of cells and tables.

use super::lexer::Tok;
use super::read::{Global, Parse, Reader};
use crate::ir::{DomainId, NONE, Pos, Scalar, Type, What};

const TYPE: &str = "int 0..18/2, bool, opt hex or set Unit";

impl Reader<'_> {
    pub(super) fn ty(&mut self) -> Parse<Type> {
        if self.eat_word("set") {
            let at = self.pos();
            if let Tok::Word(word) = *self.tok()
                && let Some(Global::Kind(kind)) = self.global(word)
            {
                let whole = self.program.domains[self.program.kinds[kind.index()].domain.index()].name.clone();
                self.fault(at, format!("a set is over a whole domain; write `set {whole}`"));
                self.advance();
                return Ok(Type::Set(DomainId::new(0)));
            }
            return Ok(Type::Set(self.domain("set Unit")?.unwrap_or(DomainId::new(0))));
        }
        self.scalar().map(Type::Scalar)
    }

    pub(super) fn scalar(&mut self) -> Parse<Scalar> {
        if self.eat_word("bool") {
            return Ok(Scalar::BOOL);
        }
        if self.eat_word("int") {
            return self.int_range();
        }
        let opt = self.eat_word("opt");
        let found = self.members_type()?;
        Ok(if opt { Scalar { lo: NONE, ..found } } else { found })
    }

    /// What follows `int`.
    fn int_range(&mut self) -> Parse<Scalar> {
        let at = self.pos();
        let lo = self.int("the lowest number", "int 0..18")?;
        self.expect_sign("..", "int 0..18")?;
        let hi = self.int("the highest number", "int 0..18")?;
        let mut den = 1;
        if self.eat_sign("/") {
            let at = self.pos();
            den = self.count("the denominator", u64::from(u32::MAX), "int 0..18/2")?;
            if den == 0 {
                self.fault(at, "a number cannot be counted in parts of 0; write `/2` for halves, or nothing");
                den = 1;
            }
        }
        if lo > hi {
            self.fault(at, format!("`{lo}..{hi}` holds no number; write `{hi}..{lo}`"));
        }
        Ok(Scalar { what: What::Int { den }, lo, hi: hi.max(lo) })
    }

    /// A domain or a kind.
    fn members_type(&mut self) -> Parse<Scalar> {
        let at = self.pos();
        if self.is_word("set") {
            return Err(self.fault(at, "a set cannot stand here; write a domain like `Unit`"));
        }
        let name = self.name("a type", TYPE)?;
        match self.global(name) {
            Some(Global::Domain(domain)) => Ok(self.program.member(domain)),
            Some(Global::Kind(kind)) => {
                let kind = self.program.kind(kind);
                Ok(Scalar { what: What::Id(kind.domain), lo: i64::from(kind.first), hi: i64::from(kind.last) })
            }
            _ => {
                self.unknown_domain(name, at, "a type");
                Ok(Scalar { what: What::Id(DomainId::new(0)), lo: 0, hi: 0 })
            }
        }
    }

    /// `[INDEX, INDEX]`, the `[` being read.
    pub(super) fn indices(&mut self, like: &str) -> Parse<Vec<Scalar>> {
        let mut all = Vec::new();
        loop {
            let at = self.pos();
            let index = self.scalar()?;
            let plain = match index.what {
                What::Bool => false,
                What::Int { den } => den == 1,
                What::Id(_) => index.lo >= 0,
            };
            if !plain {
                self.fault(at, format!("an index is a domain, a kind or whole numbers; write it like `{like}`"));
            }
            all.push(index);
            if self.eat_sign("]") {
                break;
            }
            if !self.eat_sign(",") {
                return Err(self.expected("`,` or `]`", like));
            }
            if all.len() == 2 {
                return Err(self.expected("`]`, for there are at most two indices", like));
            }
        }
        Ok(all)
    }

    /// `: T`
    pub(super) fn typed(&mut self, like: &str) -> Parse<Type> {
        self.expect_sign(":", like)?;
        self.ty()
    }

    /// The domain of a type whose values are members.
    pub(super) fn members_of(&mut self, ty: Type, at: Pos, like: &str) -> DomainId {
        match ty {
            Type::Scalar(Scalar { what: What::Id(domain), .. }) => domain,
            Type::Scalar(Scalar { what: What::Int { .. } | What::Bool, .. }) | Type::Set(_) => {
                self.fault(at, format!("only members of a domain or kind can stand here; write it like `{like}`"));
                DomainId::new(0)
            }
        }
    }
}
