//! Typed numbers for everything a program declares: a `CellId` can never be used where a `FuncId` is meant.
//! Each is an index into one list of [`Program`](super::Program) or of one [`Func`](super::Func).

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub struct $name(pub u32);
        impl $name {
            pub const fn new(index: usize) -> Self { Self(index as u32) }
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// An enum, the pieces, or the hexes, directions and hexsides of the board.
    DomainId,
    /// A named run of members of one domain.
    KindId,
    /// Printed data.
    TableId,
    /// A place in the state.
    CellId,
    /// A query, effect, procedure, limits or goods.
    FuncId,
    /// A name inside one function.
    LocalId,
    /// A printed case and its title.
    SiteId,
    /// An expression inside one function.
    ExprId,
    /// A row inside one row query.
    RowIx,
    /// A stage inside one row query.
    StageIx,
}
