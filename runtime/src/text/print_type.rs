//! Types as the text writes them.

use crate::ir::{DomainId, NONE, Program, Scalar, Type, What};

pub(super) fn ty(program: &Program, ty: Type) -> String {
    match ty {
        Type::Scalar(of) => scalar(program, of),
        Type::Set(domain) => format!("set {}", domain_name(program, domain)),
    }
}

pub(super) fn scalar(program: &Program, ty: Scalar) -> String {
    let Scalar { what, lo, hi } = ty;
    match what {
        What::Bool => "bool".to_owned(),
        What::Int { den: 1 } => format!("int {lo}..{hi}"),
        What::Int { den } => format!("int {lo}..{hi}/{den}"),
        What::Id(domain) => {
            let opt = if lo == NONE { "opt " } else { "" };
            format!("{opt}{}", members(program, domain, lo, hi))
        }
    }
}

/// The domain or the kind that is this range. No other range has a name: the narrowest kind or the domain
/// that holds it stands for it.
fn members(program: &Program, domain: DomainId, lo: i64, hi: i64) -> &str {
    let Some(whole) = program.domains.get(domain.index()) else { return "?" };
    let last = i64::from(whole.size) - 1;
    if lo <= 0 && hi >= last {
        return &whole.name;
    }
    let holding = program.kinds.iter().filter(|kind| {
        let first = if lo == NONE { NONE } else { i64::from(kind.first) };
        kind.domain == domain && first <= lo && hi <= i64::from(kind.last)
    });
    let range = |last: u32, first: u32| if lo == NONE { last } else { last - first };
    let narrowest = holding.min_by_key(|kind| range(kind.last, kind.first.min(kind.last)));
    narrowest.map_or(&whole.name, |kind| &kind.name)
}

pub(super) fn domain_name(program: &Program, domain: DomainId) -> &str {
    program.domains.get(domain.index()).map_or("?", |domain| &domain.name)
}
