//! Base pieces, kinds, and the fields and markers of pieces.

use crate::diag::{Place, says};
use crate::limits::MOST_PIECES;
use crate::source::{FileId, Sources};
use crate::translate::builder::Builder;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{Drawn, Entry, FieldDef, KindDef, PieceDef, Stored};
use crate::translate::writer::Writer;
use wgr_grammar::ast::{self, FieldKind, ItemKind};
use wgr_runtime::ir::{
    BinaryOp, Block, Body, Expr, FuncKind, LocalId, NONE, Role, Scalar, StmtKind, TableId, Type, UnaryOp,
};

pub(super) fn declare(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Piece(piece) = &item.kind else { continue };
        let bit = builder.world.pieces.len();
        if bit >= MOST_PIECES {
            let what = says::too_many_pieces(MOST_PIECES, Place::new(file, piece.name.span));
            builder.tell(what);
            return;
        }
        let title = piece.title.as_ref().map_or_else(|| piece.name.text.clone(), |title| title.text.clone());
        builder.world.pieces.push(PieceDef {
            name: piece.name.text.clone(),
            title: title.clone(),
            at: Place::new(file, piece.name.span),
            broken: piece.broken,
        });
        kind(builder, file, &piece.name, title, piece.plural.as_ref(), Kinds::of(bit));
    }
    unions(builder);
}

/// Kinds may be made of kinds that stand below them: go round until nothing new is found.
fn unions(builder: &mut Builder<'_>) {
    let mut open: Vec<(FileId, &ast::KindItem)> = builder
        .items()
        .filter_map(|(file, item)| match &item.kind {
            ItemKind::Kind(kind) => Some((file, kind)),
            _ => None,
        })
        .collect();
    loop {
        let before = open.len();
        open.retain(|(file, item)| match union(builder, item) {
            Some(kinds) => {
                let title = item.title.as_ref().map_or_else(|| item.name.text.clone(), |title| title.text.clone());
                kind(builder, *file, &item.name, title, item.plural.as_ref(), kinds);
                false
            }
            None => true,
        });
        if open.len() == before {
            break;
        }
    }
    for (file, item) in open {
        let known: Vec<String> = builder.world.kinds.iter().map(|kind| kind.name.clone()).collect();
        for part in item.of.iter().filter(|part| !known.contains(&part.text)) {
            let what = says::unknown_name("piece or kind", &part.text, &known, Place::new(file, part.span));
            builder.tell(what);
        }
        let nouns = nouns(&item.name, item.plural.as_ref());
        builder.world.lost.extend(nouns);
        builder.name(file, &item.name, Entry::Broken);
    }
}

/// What one of a kind is called in sets, and several.
fn nouns(name: &ast::Name, plural: Option<&ast::Name>) -> [String; 2] {
    let singular = name.text.to_lowercase();
    let many = plural.map_or_else(|| format!("{singular}s"), |plural| plural.text.clone());
    [singular, many]
}

fn union(builder: &Builder<'_>, item: &ast::KindItem) -> Option<Kinds> {
    let mut all = Kinds::default();
    for part in &item.of {
        let Some(Entry::Kind(index)) = builder.world.entry(&part.text) else { return None };
        all = all.or(builder.world.kinds.get(index)?.kinds);
    }
    Some(all)
}

/// The kind itself, and the two nouns for its pieces in play.
fn kind(
    builder: &mut Builder<'_>,
    file: FileId,
    name: &ast::Name,
    title: String,
    plural: Option<&ast::Name>,
    kinds: Kinds,
) {
    let index = builder.world.kinds.len();
    builder.world.kinds.push(KindDef { name: name.text.clone(), title, kinds, table: TableId(0) });
    builder.name(file, name, Entry::Kind(index));
    let [singular, many] = nouns(name, plural);
    for noun in [singular, many.clone()].into_iter().filter(|noun| *noun != name.text) {
        match builder.world.names.get(&noun).copied() {
            // Nobody reads a scene among rules, so its name would take the pieces away from them.
            Some((scene @ Entry::Scene(_), at)) if noun == many => {
                let pieces = (Entry::Pieces(index).what(), Place::new(file, name.span));
                builder.tell(says::taken(&noun, (scene.what(), at), pieces));
            }
            Some(_) => {}
            None => {
                let noun = ast::Name { text: noun, span: name.span };
                builder.name(file, &noun, Entry::Pieces(index));
            }
        }
    }
}

/// Fields of one name and one type on several pieces are one field.
pub(super) fn fields(builder: &mut Builder<'_>) {
    let mut piece = 0;
    for (file, item) in builder.items() {
        match &item.kind {
            ItemKind::Piece(def) => {
                for field in &def.fields {
                    one_field(builder, file, piece, field);
                }
                piece += 1;
            }
            ItemKind::Marker(marker) => self::marker(builder, file, marker),
            _ => {}
        }
    }
}

fn one_field<'a>(builder: &mut Builder<'a>, file: FileId, piece: usize, field: &'a ast::Field) {
    let Ok((ty, ir)) = builder.type_ref(file, &field.ty) else {
        builder.world.lost_fields.insert(field.name.text.clone());
        return;
    };
    let at = Place::new(file, field.span);
    if field.name.text == "box" && builder.world.open_boxes.is_some() {
        let what = says::a_field_called_box(Place::new(file, field.name.span));
        builder.tell(what);
    }
    let printed = field.kind == FieldKind::Printed;
    let with = if let FieldKind::With { one_each } = field.kind { Some(one_each) } else { None };
    field.cases.iter().for_each(|case| builder.cite(file, case));
    let own = builder
        .world
        .fields
        .iter()
        .find(|known| known.name == field.name.text && !known.pieces.and(Kinds::of(piece)).is_empty());
    if let Some(first) = own.map(|known| known.at) {
        let what = says::twice_named(&field.name.text, at, first);
        builder.tell(what);
        return;
    }
    let sources = builder.sources;
    let twin = builder.world.fields.iter_mut().find(|known| {
        known.name == field.name.text
            && known.ty == ty
            && known.ir == ir
            && matches!(known.stored, Stored::Table(_)) == printed
            && known.with == with
    });
    match twin {
        Some(known) => {
            known.pieces = known.pieces.or(Kinds::of(piece));
            let start = field.start.as_ref();
            match known.starts.iter_mut().find(|(_, of, own)| same_text(sources, (*own, *of), (file, start))) {
                Some((kinds, ..)) => *kinds = kinds.or(Kinds::of(piece)),
                None => known.starts.push((Kinds::of(piece), start, file)),
            }
            let (stored, drawn) = (known.stored, known.drawn);
            if let (Stored::Table(table), None, Type::Scalar(value)) = (stored, drawn, ir)
                && let Some(drawn) = drawn_field(builder, piece, &field.name.text, table, value, at)
                && let Some(known) = builder.world.fields.iter_mut().find(|known| known.stored == stored)
            {
                known.drawn = Some(drawn);
            }
        }
        None => {
            let index = vec![builder.member(Noun::Piece(Kinds::default()))];
            let stored = match (printed, ir) {
                (true, Type::Scalar(value)) => {
                    let size = builder.program.domain(builder.counters).size as usize;
                    let data = vec![if value.lo == NONE { NONE } else { value.zero() }; size];
                    Stored::Table(builder.table(&field.name.text, index, value, data))
                }
                (true, Type::Set(_)) => {
                    let what = says::no_printed_set(at);
                    builder.tell(what);
                    return;
                }
                (false, _) => Stored::Cell(builder.cell(&field.name.text, index, ir, Role::Game)),
            };
            let drawn = match (stored, ir) {
                (Stored::Table(table), Type::Scalar(value)) => {
                    drawn_field(builder, piece, &field.name.text, table, value, at)
                }
                _ => None,
            };
            builder.world.fields.push(FieldDef {
                name: field.name.text.clone(),
                pieces: Kinds::of(piece),
                ty,
                ir,
                stored,
                drawn,
                starts: vec![(Kinds::of(piece), field.start.as_ref(), file)],
                until: field.until.as_ref(),
                marker: None,
                with,
                at,
            });
        }
    }
}

/// Of a piece that is drawn: what each print says, and the query for it. What is printed on a counter that nobody has
/// drawn, or that the asked side does not see, is taken for the least that any of its kind shows.
fn drawn_field(
    builder: &mut Builder<'_>,
    piece: usize,
    name: &str,
    least: TableId,
    value: Scalar,
    at: Place,
) -> Option<Drawn> {
    let prints = builder.world.prints.as_ref()?;
    if !Kinds::of(piece).within(prints.kinds) {
        return None;
    }
    let (noun, cell, count) = (Noun::Enum(prints.noun), prints.cell, prints.lines.len());
    let index = vec![builder.member(noun)];
    let table = builder.table(&format!("{name}_by_print"), index, value, vec![value.zero(); count]);
    let ty = Ty::One(Noun::Piece(Kinds::of(piece)));
    let params = vec![("it".to_owned(), builder.ir_type(ty))];
    let func = builder.declare(&format!("printed_{name}"), FuncKind::Query, params, Some(Type::Scalar(value)), at);
    let mut writer = Writer::open(builder, func, at);
    let it = [0; 3].map(|_| writer.get(LocalId(0)));
    let [shown, again] = [it[0], it[1]].map(|it| writer.read(cell, vec![it]));
    let nothing = writer.add(Expr::None(writer.m.domain_of(noun)));
    let unknown = writer.binary(BinaryOp::Eq, shown, nothing);
    let print = writer.unary(UnaryOp::The, again);
    let (least, printed) = (writer.look(least, vec![it[2]]), writer.look(table, vec![print]));
    let answer = writer.add(Expr::If(unknown, least, printed));
    let back = writer.stmt(StmtKind::Return(Some(answer)));
    writer.done(Body::Code(Block(vec![back])));
    Some(Drawn { table, func })
}

/// Do two fields begin alike, as they are written?
fn same_text(sources: &Sources, a: (FileId, Option<&ast::Expr>), b: (FileId, Option<&ast::Expr>)) -> bool {
    let text = |(file, start): (FileId, Option<&ast::Expr>)| {
        start.map(|expr| sources.text(Place::new(file, expr.span)).split_whitespace().collect::<String>())
    };
    text(a) == text(b)
}

/// A marker on pieces is a yes/no field; how many lie at a time is checked where it is laid.
fn marker<'a>(builder: &mut Builder<'a>, file: FileId, marker: &'a ast::Marker) {
    let mut pieces = Kinds::default();
    for name in &marker.on {
        match builder.world.entry(&name.text) {
            Some(Entry::Kind(index)) => {
                pieces = pieces.or(builder.world.kinds.get(index).map(|kind| kind.kinds).unwrap_or_default());
            }
            Some(_) | None => {
                let known: Vec<String> = builder.world.kinds.iter().map(|kind| kind.name.clone()).collect();
                let what = says::unknown_name("piece or kind", &name.text, &known, Place::new(file, name.span));
                builder.tell(what);
            }
        }
    }
    for case in &marker.cases {
        builder.cite(file, case);
    }
    let index: Vec<Scalar> = vec![builder.member(Noun::Piece(Kinds::default()))];
    let cell = builder.cell(&marker.name.text, index, Type::BOOL, Role::Game);
    builder.world.fields.push(FieldDef {
        name: marker.name.text.clone(),
        pieces,
        ty: Ty::YesNo,
        ir: Type::BOOL,
        stored: Stored::Cell(cell),
        drawn: None,
        starts: vec![(pieces, None, file)],
        until: marker.until.as_ref(),
        marker: Some(marker),
        with: None,
        at: Place::new(file, marker.name.span),
    });
}
