//! What a generated program declares: a board or none, sides, pieces, maybe a third enum, tables, cells.

use super::build::Maker;
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
use wgr_runtime::ir::{
    Cell, CellId, DIR, Domain, DomainId, FuncId, HEX, Kind, KindId, Role, Scalar, Table, TableId, Type, What,
};

/// What the rest of the generator has to know of the declarations.
#[derive(Default)]
pub(super) struct World {
    pub(super) board: bool,
    pub(super) hexes: u32,
    pub(super) sides: Option<DomainId>,
    pub(super) unit: Option<DomainId>,
    pub(super) kind: Option<KindId>,
    pub(super) third: Option<DomainId>,
    /// Neither hidden, nor a cup, nor kept by a procedure.
    pub(super) open_cells: Vec<CellId>,
    pub(super) cup: Option<CellId>,
    /// Declared without its viewers; they are added when the query is there.
    pub(super) hidden: Option<CellId>,
    /// Costs of steps, by hex and direction.
    pub(super) costs: Option<TableId>,
    /// Queries that search.
    pub(super) slow: Vec<FuncId>,
    pub(super) limits: Option<FuncId>,
    pub(super) goods: Option<FuncId>,
}

impl World {
    pub(super) fn unit(&self) -> DomainId {
        self.unit.unwrap_or(DomainId(0))
    }

    pub(super) fn side(&self) -> DomainId {
        self.sides.unwrap_or(DomainId(0))
    }
}

impl Maker {
    pub(super) fn declare_world(&mut self) {
        self.program.title = "Generated".to_owned();
        if self.rng.chance(65) {
            self.declare_board();
        }
        self.declare_enums();
        self.declare_tables();
        self.declare_cells();
    }

    fn declare_board(&mut self) {
        let spec = self.board_spec();
        // A rectangle without holes is always a board.
        let Ok(board) = Board::new(&spec) else { return };
        let domain =
            |name: &str, size: u16| Domain { name: name.to_owned(), members: Vec::new(), size: u32::from(size) };
        self.program.domains = vec![domain("hex", board.count()), domain("dir", 6), domain("edge", board.side_count())];
        self.program.board = Some(spec);
        self.world.board = true;
        self.world.hexes = u32::from(board.count());
    }

    fn board_spec(&mut self) -> BoardSpec {
        let (columns, rows) = (self.rng.between(2, 5) as u16, self.rng.between(2, 4) as u16);
        let first = self.rng.between(0, 1) as u16;
        BoardSpec {
            top: if self.rng.chance(50) { Top::Flat } else { Top::Pointy },
            columns: first..=first + columns - 1,
            rows: 1..=rows,
            order: if self.rng.chance(50) { Order::ColumnRow } else { Order::RowColumn },
            dot: self.rng.chance(50),
            columns_run: if self.rng.chance(70) { ColumnsRun::East } else { ColumnsRun::West },
            rows_run: if self.rng.chance(70) { RowsRun::South } else { RowsRun::North },
            shifted: if self.rng.chance(50) { Parity::Even } else { Parity::Odd },
            without: Vec::new(),
        }
    }

    fn declare_enums(&mut self) {
        self.world.sides = Some(self.declare_enum("Side", &["Red", "Blue"]));
        self.program.sides = self.world.sides;
        let pieces = self.rng.between(2, 4) as usize;
        let unit = self.declare_enum("Unit", &["alfa", "bravo", "delta", "echo"][..pieces]);
        self.world.unit = Some(unit);
        let last = self.rng.below(pieces) as u32;
        self.program.kinds.push(Kind { name: "Foot".to_owned(), domain: unit, first: 0, last });
        self.world.kind = Some(KindId(0));
        if self.rng.chance(40) {
            self.world.third = Some(self.declare_enum("Weather", &["dry", "mud", "snow"]));
        }
    }

    fn declare_enum(&mut self, name: &str, members: &[&str]) -> DomainId {
        let members: Vec<String> = members.iter().map(|member| (*member).to_owned()).collect();
        let size = members.len() as u32;
        self.program.domains.push(Domain { name: name.to_owned(), members, size });
        DomainId::new(self.program.domains.len() - 1)
    }

    fn declare_tables(&mut self) {
        let unit = self.program.member(self.world.unit());
        let side = self.program.member(self.world.side());
        self.declare_table("strength", vec![unit], Scalar::int(-1, 4));
        self.declare_table("owner", vec![unit], side);
        let odds = Scalar::int(0, self.rng.between(1, 4));
        self.declare_table("results", vec![odds, unit], Scalar { what: What::Int { den: 2 }, lo: 0, hi: 5 });
        if self.world.board {
            let index = vec![self.program.member(HEX), self.program.member(DIR)];
            let costs = self.declare_table("costs", index, Scalar::int(0, 255));
            for cost in &mut self.program.tables[costs.index()].data {
                *cost = if *cost > 220 { 255 } else { *cost % 4 };
            }
            self.world.costs = Some(costs);
        }
    }

    fn declare_table(&mut self, name: &str, index: Vec<Scalar>, value: Scalar) -> TableId {
        let count: u64 = index.iter().map(|range| range.span()).product();
        let data = (0..count).map(|_| self.rng.between(value.lo, value.hi)).collect();
        self.program.tables.push(Table { name: name.to_owned(), index, value, data });
        TableId::new(self.program.tables.len() - 1)
    }

    fn declare_cells(&mut self) {
        let unit = self.program.member(self.world.unit());
        let side = self.program.member(self.world.side());
        self.open(vec![unit], Type::int(0, 3), None);
        self.open(vec![], Type::int(-2, 12), None);
        if self.world.board {
            let hex = self.program.member(HEX);
            self.open(vec![unit], self.opt(HEX), None);
            if self.rng.chance(60) {
                self.open(vec![hex], Type::BOOL, Some(3));
            }
            if self.rng.chance(40) {
                self.open(vec![], Type::Set(HEX), None);
            }
            if self.rng.chance(40) {
                self.open(vec![hex], self.opt(self.world.side()), None);
            }
        }
        if self.rng.chance(70) {
            self.open(vec![side], Type::Set(self.world.unit()), None);
        }
        if self.rng.chance(50) {
            self.open(vec![], self.opt(self.world.unit()), None);
        }
        if self.rng.chance(50) {
            self.open(vec![unit, side], Type::BOOL, None);
        }
        if self.rng.chance(40) {
            self.open(vec![], Type::Scalar(Scalar { what: What::Int { den: 2 }, lo: 0, hi: 9 }), None);
        }
        if self.rng.chance(40) {
            self.open(vec![unit], Type::int(0, 6), Some(2));
        }
        if let Some(third) = self.world.third {
            self.open(vec![], self.member(third), None);
        }
        if self.rng.chance(50) {
            self.world.cup = Some(self.declare_cell(vec![unit], Type::int(0, 3), Role::Cup, None));
        }
        if self.rng.chance(40) {
            let hidden = self.declare_cell(vec![unit], Type::int(0, 4), Role::Game, None);
            self.world.hidden = Some(hidden);
            // As the text has it: who was shown it stands right behind.
            let shown = self.declare_cell(vec![unit, side], Type::BOOL, Role::Game, None);
            self.program.cells[shown.index()].name = format!("{}.shown", self.program.cell(hidden).name);
        }
    }

    fn open(&mut self, index: Vec<Scalar>, value: Type, sparse: Option<u32>) {
        let cell = self.declare_cell(index, value, Role::Game, sparse);
        self.world.open_cells.push(cell);
    }

    pub(super) fn declare_cell(&mut self, index: Vec<Scalar>, value: Type, role: Role, sparse: Option<u32>) -> CellId {
        let name = format!("c{}", self.program.cells.len());
        self.program.cells.push(Cell { name, index, value, role, sparse, hidden: None });
        CellId::new(self.program.cells.len() - 1)
    }
}
