//! `enum Result within attack { DR(back: 1..3) "Defender retreats" { .. } }`: what results do, as procedures.
//!
//! In: the items as they are written. Out: each such enum without what its members do, with `DR1`, `DR2`, `DR3` in the place
//! of `DR`; a procedure for each member that does something; and one, [`does`], that is told a member and performs what that
//! one does. Promises: their names have a blank in them, so nobody can write them; a body stands once, however many numbers
//! may be printed behind its member.

use super::{LaidItem, Layers};
use crate::diag::{Place, says};
use crate::source::FileId;
use wgr_grammar::Span;
use wgr_grammar::ast::{
    self, Block, Compare, EnumItem, Expr, ExprKind, ItemKind, Member, Name, Param, Procedure, Stmt, StmtKind, TypeKind,
    TypeRef,
};

/// So many numbers may be printed behind a result.
const MOST_PRINTED: u32 = 20;

/// What the procedure is told.
const GIVEN: &str = "the result";

/// How an action keeps what came out, where the enum reads its names: traces show it.
pub(crate) fn came_out(list: &str) -> String {
    format!(" {list}")
}

/// How the procedure is called that performs what a member of this enum does.
pub(crate) fn does(list: &str) -> String {
    format!("what {list} does")
}

/// What of these items a procedure is; nothing if an author wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultPart {
    /// What stands in the braces of a member.
    Body,
    /// It tells the members apart.
    Ways,
}

pub(crate) fn made(procedure: &Procedure) -> Option<ResultPart> {
    let ways = procedure.params.iter().any(|param| param.name.text == GIVEN);
    procedure.name.text.contains(' ').then_some(if ways { ResultPart::Ways } else { ResultPart::Body })
}

pub(super) fn lay(layers: &mut Layers<'_, '_>) {
    for at in 0..layers.items.len() {
        let Some(laid) = layers.items.get(at) else { continue };
        let (file, ItemKind::Enum(list)) = (laid.file, &laid.item.kind) else { continue };
        if list.members.iter().all(|member| member.body.is_none() && member.params.is_empty()) {
            continue;
        }
        let list = list.clone();
        let mut each = Vec::new();
        for member in &list.members {
            match numbers(member) {
                Ok(numbers) => each.push((member, numbers)),
                Err(wrong) => {
                    let at = Place::new(file, wrong);
                    layers.told.push(says::printed_behind_a_result(&member.name.text, MOST_PRINTED, at));
                    each.push((member, None));
                }
            }
        }
        if let Some(silent) = list.members.iter().find(|member| member.body.is_none()) {
            let at = Place::new(file, silent.name.span);
            layers.told.push(says::result_does_nothing_said(&silent.name.text, &list.name.text, at));
        }
        let (head, span) = (laid.item.head, laid.item.span);
        let made = procedures(&list, &each).into_iter().map(|procedure| {
            let kind = ItemKind::Procedure(procedure);
            ast::Item {
                span,
                head,
                doc: Vec::new(),
                kind,
                words: ast::Words::default(),
                meaning: ast::Meaning::default(),
            }
        });
        let made: Vec<ast::Item> = made.collect();
        if let Some(laid) = layers.items.get_mut(at)
            && let ItemKind::Enum(list) = &mut laid.item.to_mut().kind
        {
            list.members = each.iter().flat_map(|(member, numbers)| printed(member, numbers.as_ref())).collect();
        }
        layers.items.extend(made.into_iter().map(|item| made_item(file, item)));
    }
}

fn made_item<'a>(file: FileId, item: ast::Item) -> LaidItem<'a> {
    LaidItem { file, item: std::borrow::Cow::Owned(item), rows: Vec::new(), lacks_rows: false }
}

/// The numbers that may be printed behind a member, and what they count; the place of what is wrong.
type Numbers = (Vec<u32>, Option<Name>);

fn numbers(member: &Member) -> Result<Option<Numbers>, Span> {
    let [param] = member.params.as_slice() else {
        return member.params.get(1).map_or(Ok(None), |second| Err(second.name.span));
    };
    let wrong = Err(param.ty.span);
    let TypeKind::Range { from, to: Some(to), measure } = &param.ty.kind else { return wrong };
    let (ExprKind::Number(from), ExprKind::Number(to)) = (&from.kind, &to.kind) else { return wrong };
    match (from.parse::<u32>(), to.parse::<u32>()) {
        (Ok(from), Ok(to)) if from <= to && to <= MOST_PRINTED => Ok(Some(((from..=to).collect(), measure.clone()))),
        _ => wrong,
    }
}

/// `DR1`, `DR2`, `DR3`; one without numbers as it is.
fn printed(member: &Member, numbers: Option<&Numbers>) -> Vec<Member> {
    let one = |name: Name| Member { name, params: Vec::new(), body: None, ..member.clone() };
    match numbers {
        None => vec![one(member.name.clone())],
        Some((numbers, _)) => numbers.iter().map(|number| one(numbered(&member.name, *number))).collect(),
    }
}

/// `DR1`, `DR2`, `DR3`: how tables print a member with a number behind it.
pub(crate) fn printed_names(member: &Member) -> Vec<String> {
    let numbers = numbers(member).ok().flatten();
    numbers.into_iter().flat_map(|(numbers, _)| numbers).map(|number| numbered(&member.name, number).text).collect()
}

fn numbered(name: &Name, number: u32) -> Name {
    Name { text: format!("{}{number}", name.text), span: name.span }
}

fn procedures(list: &EnumItem, each: &[(&Member, Option<Numbers>)]) -> Vec<Procedure> {
    let own = |member: &Member| format!("{} of {}", member.name.text, list.name.text);
    let procedure = |text: String, at: &Name, params: Vec<Param>, body: Block| Procedure {
        name: Name { text, span: at.span },
        params,
        result: None,
        within: list.within.clone(),
        layer: None,
        in_place: None,
        cases: Vec::new(),
        body,
    };
    let mut made: Vec<Procedure> = each
        .iter()
        .filter_map(|(member, _)| {
            let body = member.body.clone()?;
            Some(procedure(own(member), &member.name, member.params.clone(), body))
        })
        .collect();
    // A way for each member; the last needs no question.
    let mut other: Option<Block> = None;
    for (member, numbers) in each.iter().rev() {
        let ways: Vec<(Name, Vec<Expr>)> = match numbers {
            None => vec![(member.name.clone(), Vec::new())],
            Some((numbers, measure)) => {
                let ways = numbers.iter().rev();
                ways.map(|number| (numbered(&member.name, *number), vec![said(member, *number, measure)])).collect()
            }
        };
        for (name, args) in ways {
            let then = performed(member, own(member), args);
            other = Some(match other.take() {
                None => then,
                Some(other) => asked(member, name, then, other),
            });
        }
    }
    let ty = TypeRef { span: list.name.span, kind: TypeKind::Named(list.name.clone()) };
    let given = Param { name: Name { text: GIVEN.to_owned(), span: list.name.span }, ty, of: None, such: None };
    made.extend(other.map(|mut body| {
        body.stmts.splice(0..0, list.within.is_some().then(|| kept(list)));
        procedure(does(&list.name.text), &list.name, vec![given], body)
    }));
    made
}

/// The number as it would be written.
fn said(member: &Member, number: u32, measure: &Option<Name>) -> Expr {
    let span = member.name.span;
    let number = Expr { span, kind: ExprKind::Number(number.to_string()) };
    match measure {
        Some(measure) => Expr { span, kind: ExprKind::Unit(Box::new(number), measure.clone()) },
        None => number,
    }
}

/// What the member does; nothing where its braces hold nothing.
fn performed(member: &Member, own: String, args: Vec<Expr>) -> Block {
    let span = member.name.span;
    // What is wrong with its number has been told.
    if args.len() != member.params.len() || member.body.as_ref().is_none_or(|body| body.stmts.is_empty()) {
        return Block { span, stmts: Vec::new() };
    }
    let name = Name { text: own, span };
    one(member, StmtKind::Perform { name, args, cell: false, into: None })
}

/// What came out is kept.
fn kept(list: &EnumItem) -> Stmt {
    let span = list.name.span;
    let named = |text: String| Expr { span, kind: ExprKind::Name(Name { text, span }) };
    let kind = StmtKind::Becomes { place: named(came_out(&list.name.text)), value: named(GIVEN.to_owned()) };
    Stmt { span, cases: Vec::new(), title: None, kind, ruling: None, provisional: None }
}

/// `if the result is DR2 { } else { }`
fn asked(member: &Member, name: Name, then: Block, other: Block) -> Block {
    let span = name.span;
    let given = Expr { span, kind: ExprKind::Name(Name { text: GIVEN.to_owned(), span }) };
    let is = Expr { span, kind: ExprKind::Name(name) };
    let cond = Expr { span, kind: ExprKind::Compare(Compare::Is, Box::new(given), Box::new(is)) };
    one(member, StmtKind::If { cond, then, other: Some(other) })
}

fn one(member: &Member, kind: StmtKind) -> Block {
    let stmt = Stmt {
        span: member.name.span,
        cases: member.cases.clone(),
        title: member.title.clone(),
        kind,
        ruling: None,
        provisional: None,
    };
    Block { span: member.name.span, stmts: vec![stmt] }
}
