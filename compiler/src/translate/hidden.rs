//! Knowledge: which states of pieces are hidden, and who sees them all the same. In: the items `knowledge`. Out: cells
//! of the program that are seen by those whom a query names.

use super::builder::{Builder, Made};
use super::ty::{Kinds, Noun, Ty};
use super::world::{SIDE, Stored};
use super::writer::Writer;
use crate::diag::{Place, says};
use std::collections::BTreeMap;
use wgr_grammar::ast::{self, RowsKind};
use wgr_runtime::ir::{
    BinaryOp, Block, Body, Cell, CellId, FuncId, FuncKind, Hidden, LocalId, Role, StmtKind, Type, UnaryOp,
};

/// What one item says: of these kinds this query tells who sees it.
struct Said {
    kinds: Kinds,
    query: FuncId,
    at: Place,
}

pub(crate) fn define(builder: &mut Builder<'_>) {
    let mut hidden: BTreeMap<CellId, Vec<Said>> = BTreeMap::new();
    for index in 0..builder.world.rows.len() {
        // What is refused has been told.
        let _ = one(builder, index, &mut hidden);
    }
    for (cell, said) in hidden {
        hide(builder, cell, &said);
    }
}

fn one(builder: &mut Builder<'_>, index: usize, hidden: &mut BTreeMap<CellId, Vec<Said>>) -> Made<()> {
    let Some(def) = builder.world.rows.get(index) else { return Ok(()) };
    if def.ast.kind != RowsKind::Knowledge {
        return Ok(());
    }
    let (file, query, names) = (def.file, def.func, &def.ast.hides);
    let at = Place::new(file, def.ast.name.span);
    let kinds = match def.params.as_slice() {
        [piece, side] if side.ty == Ty::One(Noun::Enum(SIDE)) => match piece.ty {
            Ty::One(Noun::Piece(kinds)) => Some(kinds),
            _ => None,
        },
        _ => None,
    };
    let Some(kinds) = kinds else { return Err(builder.tell(says::knowledge_of_what(at))) };
    let print = builder.world.prints.as_ref().filter(|prints| !prints.kinds.and(kinds).is_empty());
    let cells = if names.is_empty() {
        match print {
            Some(prints) => vec![prints.cell],
            None => {
                let kind = builder.world.kinds_name(kinds);
                return Err(builder.tell(says::nothing_to_hide(&kind, at)));
            }
        }
    } else {
        let cells: Vec<Made<CellId>> = names.iter().map(|name| state(builder, kinds, name, file)).collect();
        cells.into_iter().collect::<Made<Vec<CellId>>>()?
    };
    for cell in cells {
        hidden.entry(cell).or_default().push(Said { kinds, query, at });
    }
    Ok(())
}

/// The cell of a state that some of these kinds have.
fn state(builder: &mut Builder<'_>, kinds: Kinds, name: &ast::Name, file: crate::source::FileId) -> Made<CellId> {
    let at = Place::new(file, name.span);
    let own = || builder.world.fields.iter().filter(|field| !field.pieces.and(kinds).is_empty());
    match own().find(|field| field.name == name.text).map(|field| field.stored) {
        Some(Stored::Cell(cell)) => Ok(cell),
        Some(Stored::Table(_)) => Err(builder.tell(says::hides_printed(&name.text, at))),
        None => {
            let known: Vec<String> =
                own().filter(|field| matches!(field.stored, Stored::Cell(_))).map(|field| field.name.clone()).collect();
            Err(builder.tell(says::unknown_name("state", &name.text, &known, at)))
        }
    }
}

/// A side sees the cell of a piece unless one of these says no.
fn hide(builder: &mut Builder<'_>, cell: CellId, said: &[Said]) {
    let Some(at) = said.first().map(|said| said.at) else { return };
    let Some(name) = builder.program.cells.get(cell.index()).map(|cell| cell.name.clone()) else { return };
    let piece = Ty::One(Noun::Piece(builder.world.all_pieces()));
    let side = Ty::One(Noun::Enum(SIDE));
    let params = vec![("it".to_owned(), builder.ir_type(piece)), ("eyes".to_owned(), builder.ir_type(side))];
    let sees = builder.declare(&format!("sees_{name}"), FuncKind::Query, params, Some(Type::BOOL), at);
    let mut writer = Writer::open(builder, sees, at);
    let mut all = Vec::new();
    for said in said {
        let args = [LocalId(0), LocalId(1)].map(|local| writer.get(local));
        let says = writer.call(said.query, args.to_vec());
        all.push(match writer.is_one_of(LocalId(0), said.kinds) {
            Some(belongs) => {
                let other = writer.unary(UnaryOp::Not, belongs);
                writer.binary(BinaryOp::Or, other, says)
            }
            None => says,
        });
    }
    let value = writer.all_of(all);
    let back = writer.stmt(StmtKind::Return(value));
    writer.done(Body::Code(Block(vec![back])));
    let index = [piece, side].iter().filter_map(|ty| builder.ir_type(*ty).scalar()).collect();
    let shown =
        Cell { name: format!("{name}.shown"), index, value: Type::BOOL, role: Role::Game, sparse: None, hidden: None };
    builder.program.cells.push(shown);
    let shown = CellId::new(builder.program.cells.len() - 1);
    if let Some(cell) = builder.program.cells.get_mut(cell.index()) {
        cell.hidden = Some(Hidden { sees, shown });
    }
}
