//! The types that authors know: numbers with a measure, members, pieces of kinds, hexes, sets of them. The IR knows
//! ranges and domains only; what is lost on the way there is checked here.

/// Which base pieces a value may be, one bit each; a game has at most 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Kinds(pub(crate) u64);

impl Kinds {
    /// Nothing of a piece beyond the last bit: there it is told that these are too many.
    pub(crate) fn of(piece: usize) -> Kinds {
        Kinds(u32::try_from(piece).ok().and_then(|bit| 1_u64.checked_shl(bit)).unwrap_or(0))
    }
    pub(crate) fn within(self, other: Kinds) -> bool {
        self.0 & !other.0 == 0
    }
    pub(crate) fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }
    pub(crate) fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
    pub(crate) fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub(crate) fn each(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |bit| self.0 >> bit & 1 == 1)
    }
}

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Unit {
    /// A number as it stands in the text, or a count: it becomes whatever it stands beside.
    Any,
    /// No measure.
    Plain,
    /// Index into the world's measures.
    Of(usize),
}

/// What a member is a member of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Noun {
    /// Index into the world's enums; sides, phases and scenarios are enums too.
    Enum(usize),
    Piece(Kinds),
    Hex,
    Hexside,
    Direction,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    /// Exact, counted in `den`-ths.
    Number {
        unit: Unit,
        den: u32,
    },
    YesNo,
    One(Noun),
    /// A member or none.
    Maybe(Noun),
    Set(Noun),
    /// A step of a scale, an endless row of whole numbers.
    Step(usize),
    /// The fields of one entry of a table in this notation.
    Notation(usize),
    /// `none`, `[]`: of whatever is wanted.
    Nothing,
}

impl Ty {
    pub(crate) const COUNT: Ty = Ty::Number { unit: Unit::Any, den: 1 };

    /// What its members are members of.
    pub(crate) fn noun(self) -> Option<Noun> {
        match self {
            Ty::One(noun) | Ty::Maybe(noun) | Ty::Set(noun) => Some(noun),
            Ty::Number { .. } | Ty::YesNo | Ty::Step(_) | Ty::Notation(_) | Ty::Nothing => None,
        }
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Ty::Number { .. })
    }

    /// May it stand where the other is wanted, as far as its sort says?
    pub(crate) fn goes_with(self, wanted: Ty) -> bool {
        match (self, wanted) {
            (Ty::One(one) | Ty::Maybe(one), Ty::One(other) | Ty::Maybe(other) | Ty::Set(other)) => one.alike(other),
            (Ty::Set(one), Ty::Set(other)) => one.alike(other),
            (Ty::Number { .. }, Ty::Number { .. }) | (Ty::YesNo, Ty::YesNo) => true,
            (one, other) => one == other,
        }
    }

    /// The kinds of a piece or set of pieces.
    pub(crate) fn kinds(self) -> Option<Kinds> {
        match self.noun() {
            Some(Noun::Piece(kinds)) => Some(kinds),
            Some(Noun::Enum(_) | Noun::Hex | Noun::Hexside | Noun::Direction) | None => None,
        }
    }
}

impl Noun {
    /// Are both of one domain?
    pub(crate) fn alike(self, other: Noun) -> bool {
        match (self, other) {
            (Noun::Piece(_), Noun::Piece(_)) => true,
            (a, b) => a == b,
        }
    }
}
