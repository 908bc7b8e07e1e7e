//! Tables, cells and domains as ops read them: where each begins, how it is packed, and which members a table's value has.

use crate::exec::code::{CellCode, DomainCode, Having, TableCode};
use crate::ir::{CellId, DomainId, Program, Scalar, Table, Type, What, set_words};
use crate::state::{Coded, Form, Layout};

/// Data stands behind the data of the tables before; the base takes both lower bounds off.
pub(super) fn table_code(program: &Program, table: &Table, data: &mut Vec<i64>) -> TableCode {
    let start = data.len() as i64;
    data.extend(&table.data);
    let having = having(program, table);
    let (from, count) = (start, table.data.len() as u32);
    match table.index.as_slice() {
        [only] => TableCode { base: start - only.lo, stride: 1, from, count, having },
        [first, second] => {
            let stride = second.span() as i64;
            TableCode { base: start - first.lo * stride - second.lo, stride, from, count, having }
        }
        _ => TableCode { base: start, stride: 0, from, count, having },
    }
}

/// More sets than this are not made: the table is looked up member by member.
const MOST_SETS: u64 = 64;

fn having(program: &Program, table: &Table) -> Option<Having> {
    let (firsts, members) = match table.index.as_slice() {
        [members] => (Scalar { lo: 0, hi: 0, ..*members }, *members),
        [firsts, members] => (*firsts, *members),
        _ => return None,
    };
    let Scalar { what: What::Id(domain), lo, .. } = members else { return None };
    let (least, most) = (*table.data.iter().min()?, *table.data.iter().max()?);
    let values = most.abs_diff(least).checked_add(1)?;
    let count = values.checked_mul(firsts.span()).filter(|count| *count <= MOST_SETS)?;
    let words = set_words(program.domain(domain).size as usize);
    let mut sets = vec![0; words * count as usize];
    for (at, value) in table.data.iter().enumerate() {
        let (first, nth) = (at / members.span() as usize, at % members.span() as usize);
        let set = (first * values as usize + value.abs_diff(least) as usize) * words;
        // A place for "none" holds no member.
        let Ok(member) = usize::try_from(lo + nth as i64) else { continue };
        *sets.get_mut(set + member / 64)? |= 1 << (member % 64);
    }
    Some(Having { first: firsts.lo, least, values: values as usize, words, sets })
}

pub(super) fn cell_code(layout: &Layout, id: CellId) -> CellCode {
    let place = layout.place(id);
    let first = place.index.first().map_or(0, |i| i.0);
    let (second, span) = place.index.get(1).map_or((0, 1), |&(lo, hi)| (lo, hi - lo + 1));
    let nothing = Coded { lo: 0, hi: 0, key: 0 };
    let (bit, width, code, packed) = match place.form {
        Form::Packed { bit, width, code } => (bit, width, code, true),
        Form::Sparse { code, .. } => (0, 1, code, false),
        Form::Sets { .. } => (0, 1, nothing, false),
    };
    CellCode { bit, width, code, first, second, span, packed, watchers: vec![], inverted: None, near: vec![] }
}

pub(super) fn domain_code(program: &Program, domain: DomainId) -> DomainCode {
    let size = program.domain(domain).size;
    let of = |what: What| what == What::Id(domain);
    let cells = || (0..program.cells.len()).map(CellId::new);
    let indexed = cells()
        .flat_map(|c| program.cell(c).index.iter().enumerate().map(move |(k, i)| (c, k, i.what)).collect::<Vec<_>>())
        .filter(|&(_, _, what)| of(what))
        .map(|(c, k, _)| (c, k))
        .collect();
    let holds = cells().filter(|&c| program.cell(c).value.scalar().is_some_and(|s| of(s.what) && s.is_opt())).collect();
    let sets = cells().filter(|&c| program.cell(c).value == Type::Set(domain)).collect();
    DomainCode { words: set_words(size as usize) as u16, indexed, holds, sets }
}
