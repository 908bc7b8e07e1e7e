//! Where things lie on the map: the four edges, the six directions, a hex so far in one of them, the sides of a line that
//! is drawn from edge to edge.

use super::builder::{Builder, ErrorReported, Made};
use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::world::{Entry, Of};
use crate::diag::{Place, says};
use crate::hir::{Compass, Expr, Kind};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind};
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Dir, Hex, RowsRun};
use wgr_runtime::ir::TableId;

impl Compass {
    pub(crate) const ALL: [Compass; 4] = [Compass::North, Compass::East, Compass::South, Compass::West];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Compass::North => "north",
            Compass::East => "east",
            Compass::South => "south",
            Compass::West => "west",
        }
    }

    pub(crate) fn called(word: &str) -> Option<Compass> {
        Compass::ALL.into_iter().find(|compass| compass.word() == word)
    }

    /// Does this ask for rows, or for columns?
    fn is_upright(self) -> bool {
        matches!(self, Compass::North | Compass::South)
    }

    /// The number of its row, or of its column: what lies farther this way is greater.
    fn far(self, (board, spec): (&Board, &BoardSpec), hex: Hex) -> i64 {
        let number = i64::from(if self.is_upright() { board.row(hex) } else { board.column(hex) });
        let grows = match self {
            Compass::North => spec.rows_run == RowsRun::North,
            Compass::South => spec.rows_run == RowsRun::South,
            Compass::East => spec.columns_run == ColumnsRun::East,
            Compass::West => spec.columns_run == ColumnsRun::West,
        };
        if grows { number } else { -number }
    }

    /// The printed number across: its column, or its row.
    fn across(self, board: &Board, hex: Hex) -> u16 {
        if self.is_upright() { board.column(hex) } else { board.row(hex) }
    }
}

impl Reader<'_, '_> {
    /// `south`, where a direction is wanted; nothing where the word names something else.
    pub(super) fn direction(&mut self, name: &ast::Name) -> Made<Option<Expr>> {
        let Some(board) = &self.m.board else { return Ok(None) };
        let at = self.place(name.span);
        if let Some(way) = board.dir_by_word(&name.text) {
            let kind = Kind::Member(Noun::Direction, i64::from(way.number()));
            return Ok(Some(Expr::new(kind, Ty::One(Noun::Direction), at)));
        }
        if self.m.world.entry(&name.text).is_some() {
            return Ok(None);
        }
        let known = Dir::ALL.map(|way| board.dir_word(way));
        Err(self.tell(says::no_direction(&name.text, &known, at)))
    }

    /// `hex_toward(h, south, 2)`
    pub(super) fn toward(&mut self, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let wants = [Ty::One(Noun::Hex), Ty::One(Noun::Direction), Ty::COUNT];
        let made = self.read_args("hex_toward", &wants, args, span)?;
        let Ok([hex, way, far]) = <[Expr; 3]>::try_from(made) else { return Err(ErrorReported) };
        Ok(Expr::new(Kind::Toward(Box::new([hex, way, far])), Ty::Maybe(Noun::Hex), self.place(span)))
    }

    /// `at_edge(h, west)`
    pub(super) fn at_edge(&mut self, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let [hex, edge] = args else {
            return Err(self.tell(says::wrong_count("at_edge", 2, args.len(), self.place(span))));
        };
        let hex = self.read_as(hex, Ty::One(Noun::Hex))?;
        let word = if let ExprKind::Name(name) = &edge.kind { name.text.as_str() } else { "" };
        let Some(edge) = Compass::called(word) else {
            return Err(self.tell(says::no_edge(word, self.place(edge.span))));
        };
        Ok(Expr::new(Kind::AtEdge(edge, Box::new(hex)), Ty::YesNo, self.place(span)))
    }

    /// `north_of(h, line)`: of a list or a yes/no of hexes that meets every column, or every row.
    pub(super) fn beside_line(&mut self, way: Compass, args: &[ast::Expr], span: Span) -> Made<Expr> {
        let asked = format!("{}_of", way.word());
        let [hex, line] = args else {
            return Err(self.tell(says::wrong_count(&asked, 2, args.len(), self.place(span))));
        };
        let hex = self.read_as(hex, Ty::One(Noun::Hex))?;
        let at = self.place(line.span);
        let named = if let ExprKind::Name(name) = &line.kind { self.m.world.entry(&name.text) } else { None };
        let feature = match named {
            Some(Entry::Feature(feature)) => feature,
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(_) | None => return Err(self.no_line(way, &asked, at)),
        };
        let Some(def) = self.m.world.features.get(feature) else { return Err(ErrorReported) };
        if def.of != Of::Hexes || def.ty != Ty::YesNo {
            return Err(self.no_line(way, &asked, at));
        }
        let name = def.name.clone();
        self.note(line.span, super::noted::Meant::Item);
        let Some(board) = &self.m.board else { return Err(self.m.tell_no_board(at)) };
        let met = self.m.drawn(feature);
        let missed = board.hexes().find(|hex| {
            let across = way.across(board, *hex);
            !met.iter().any(|on| way.across(board, *on) == across)
        });
        if let Some(missed) = missed {
            let (what, number) = (if way.is_upright() { "column" } else { "row" }, way.across(board, missed));
            return Err(self.tell(says::line_with_a_gap(&name, what, number, at)));
        }
        Ok(Expr::new(Kind::BesideLine { way, line: feature, hex: Box::new(hex) }, Ty::YesNo, self.place(span)))
    }
}

impl Reader<'_, '_> {
    /// No line of hexes; those that there are, are offered.
    fn no_line(&mut self, way: Compass, asked: &str, at: Place) -> ErrorReported {
        let Some(board) = &self.m.board else { return self.m.tell_no_board(at) };
        let is_met = |feature: usize| {
            let drawn = self.m.drawn(feature);
            board.hexes().all(|hex| drawn.iter().any(|on| way.across(board, *on) == way.across(board, hex)))
        };
        let lines = self.m.world.features.iter().enumerate();
        let lines = lines.filter(|(_, def)| def.of == Of::Hexes && def.ty == Ty::YesNo && !def.name.starts_with(' '));
        let lines: Vec<String> =
            lines.filter(|(feature, _)| is_met(*feature)).map(|(_, def)| def.name.clone()).collect();
        let told = says::no_line(asked, self.m.sources.text(at), &lines, at);
        self.tell(told)
    }
}

impl Builder<'_> {
    fn ground(&self) -> Option<(&Board, &BoardSpec)> {
        Some((self.board.as_ref()?, self.program.board.as_ref()?))
    }

    /// The hexes of which a yes/no of the map is so.
    fn drawn(&self, feature: usize) -> Vec<Hex> {
        let table = self.world.features.get(feature).and_then(|def| self.program.tables.get(def.table.index()));
        let (Some(table), Some(board)) = (table, &self.board) else { return Vec::new() };
        board.hexes().zip(&table.data).filter(|(_, drawn)| **drawn == 1).map(|(hex, _)| hex).collect()
    }

    /// By hex: does it lie on this side of all hexes of a line in its column, or in its row?
    pub(crate) fn beside(&mut self, way: Compass, line: usize) -> TableId {
        if let Some(known) = self.beside.get(&(line, way)) {
            return *known;
        }
        let drawn = self.drawn(line);
        let lies = |(board, spec), hex: Hex| {
            let mut met = drawn.iter().filter(|on| way.across(board, **on) == way.across(board, hex));
            met.all(|on| way.far((board, spec), hex) > way.far((board, spec), *on))
        };
        let ground = self.ground();
        let data = ground.iter().flat_map(|ground| ground.0.hexes().map(|hex| i64::from(lies(*ground, hex)))).collect();
        let name = self.world.features.get(line).map_or("", |def| def.name.as_str());
        let name = format!("{}_of_{name}", way.word());
        let index = vec![self.member(Noun::Hex)];
        let table = self.table(&name, index, wgr_runtime::ir::Scalar::BOOL, data);
        self.beside.insert((line, way), table);
        table
    }

    /// The number of the row or column at an edge, and whether it is a row.
    pub(crate) fn edge(&self, edge: Compass) -> Option<(bool, i64)> {
        let ground = self.ground()?;
        let last = ground.0.hexes().max_by_key(|hex| edge.far(ground, *hex))?;
        Some((edge.is_upright(), edge.far(ground, last).abs()))
    }
}
