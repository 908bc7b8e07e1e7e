//! What is said of two things that do not go together: compared, looked for in each other, looked up, added.
//!
//! In: both, as they are written and read. Out: what to type, in the author's own words where one of the two leads to the other;
//! else nothing. Promises: a field, a feature or a kind that is named has such a value.

use super::builder::ErrorReported;
use super::reader::Reader;
use super::ty::{Kinds, Noun, Ty, Unit};
use super::world::{Entry, Of};
use crate::diag::{Diagnostic, Place, nearest, says};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, ItemKind};

/// Something as it is written, with its type.
pub(crate) type Said<'e> = (Ty, &'e ast::Expr);

impl Reader<'_, '_> {
    fn written(&self, expr: &ast::Expr) -> &str {
        self.m.sources.text(self.place(expr.span))
    }

    /// `u is US`, `u is platoon`, `any(..) is 6`: how the one leads to the other.
    pub(crate) fn compared_otherwise(&self, sign: &str, left: Said<'_>, right: Said<'_>) -> Option<String> {
        let (a, b) = (self.written(left.1), self.written(right.1));
        let write = |left: &str, right: &str| format!("write `{left} {sign} {right}`");
        let (one, other) = (left.0, right.0);
        if let Some(kinds) = one_piece(one) {
            return match other {
                Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex) => Some(write(&format!("{a}.hex"), b)),
                Ty::One(noun @ Noun::Enum(_)) | Ty::Maybe(noun @ Noun::Enum(_)) => {
                    match (self.field_with(kinds, noun), self.feature_with(noun)) {
                        (Some(field), _) => Some(write(&format!("{a}.{field}"), b)),
                        (None, Some(feature)) => Some(write(&format!("{feature}({a}.hex)"), b)),
                        (None, None) => None,
                    }
                }
                Ty::Set(Noun::Piece(_)) => match self.kind_named(right.1) {
                    Some(kind) => Some(write(a, &kind)),
                    None => Some(format!("write `{a} in {b}`")),
                },
                Ty::Number { .. } => {
                    let field = self.number_field(kinds)?;
                    Some(format!("compare a number of it, like `{a}.{field} {sign} {b}`"))
                }
                _ => None,
            };
        }
        match (one, other) {
            (Ty::Set(_), Ty::Number { .. }) => {
                let set = if a.starts_with('(') && a.ends_with(')') { a.to_owned() } else { format!("({a})") };
                Some(format!("count them: `number of {set} {sign} {b}`"))
            }
            (Ty::One(_) | Ty::Maybe(_), Ty::Set(_)) => Some(format!("write `{a} in {b}`")),
            (Ty::YesNo, Ty::Number { .. }) if self.is_counted(left.1) => {
                Some(format!("put brackets round what is counted: `number of (.. where {a}) {sign} {b}`"))
            }
            (Ty::Step(_), Ty::Number { .. }) if is_whole(b) => {
                Some(format!("odds are a ratio: {}", write(a, &format!("{b}/1"))))
            }
            (Ty::Number { .. }, Ty::Step(_)) if is_whole(a) => {
                Some(format!("odds are a ratio: {}", write(&format!("{a}/1"), b)))
            }
            (Ty::YesNo, _) => Some(format!("`{a}` is a condition by itself: write `{a}`, or `not {a}`")),
            (Ty::One(one @ Noun::Enum(list)) | Ty::Maybe(one @ Noun::Enum(list)), other) => {
                let def = self.m.world.enums.get(list)?;
                if let Some(right) = self.turn_by_number(list, right.1) {
                    return Some(format!("turns have names here, those of {}: {}", def.name, write(a, &right)));
                }
                let another = other.noun().filter(|noun| *noun != one).and_then(|noun| self.asked_otherwise(noun));
                let another = another.map(|asked| format!("or ask another thing: `{asked} {sign} {b}`"));
                let named = format!("`{a}` is one of {}: {}", def.name, self.some_members(list)?);
                Some(another.map_or(named.clone(), |another| format!("{named}; {another}")))
            }
            _ => None,
        }
    }

    /// "a regiment", "an Arm", "a number of MP"
    pub(crate) fn what_it_is(&self, ty: Ty) -> String {
        let name = self.m.world.ty_name(ty);
        match ty {
            Ty::Number { unit: Unit::Of(_), .. } => format!("a number of {name}"),
            Ty::One(noun) | Ty::Maybe(noun) => {
                let name = match noun {
                    Noun::Enum(super::world::SIDE) | Noun::Hex | Noun::Hexside | Noun::Direction => name.to_lowercase(),
                    Noun::Enum(_) | Noun::Piece(_) => name,
                };
                format!(
                    "{} {name}",
                    if name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" }
                )
            }
            Ty::Step(_) | Ty::Notation(_) => format!("of {name}"),
            Ty::Number { .. } | Ty::YesNo | Ty::Set(_) | Ty::Nothing => name,
        }
    }

    /// Some of its members, as many as help.
    fn some_members(&self, list: usize) -> Option<String> {
        let members = &self.m.world.enums.get(list)?.members;
        Some(match members.get(..MOST_NAMED) {
            Some(few) if members.len() > MOST_NAMED => format!("{}, ..", few.join(", ")),
            Some(_) | None => says::or_list(members),
        })
    }

    /// `sep_26_27`, of `turn is 1`.
    fn turn_by_number(&self, list: usize, number: &ast::Expr) -> Option<String> {
        let ExprKind::Number(text) = &number.kind else { return None };
        let turns = self.m.turns.ty() == Ty::One(Noun::Enum(list));
        let at = text.parse::<usize>().ok().filter(|_| turns)?.checked_sub(1)?;
        self.m.world.enums.get(list)?.members.get(at).cloned()
    }

    /// What is at hand and has such a value: `u.arm`, `terrain(h)`.
    fn asked_otherwise(&self, noun: Noun) -> Option<String> {
        self.given_here().iter().find_map(|(name, ty)| match *ty {
            ty if one_piece(ty).is_some() => {
                let kinds = one_piece(ty)?;
                let field = self.field_with(kinds, noun).map(|field| format!("{name}.{field}"));
                field.or_else(|| Some(format!("{}({name}.hex)", self.feature_with(noun)?)))
            }
            Ty::One(Noun::Hex) => Some(format!("{}({name})", self.feature_with(noun)?)),
            _ => None,
        })
    }

    /// `number of hexes at 1 from h where covered(it) is 6`: does the condition of a set that is counted stand here?
    fn is_counted(&self, condition: &ast::Expr) -> bool {
        let before = self.before(condition.span);
        let count = before.rfind("number of ").map(|at| before.split_at(at).1);
        count.is_some_and(|count| count.ends_with(" where") && !count.contains('('))
    }

    /// `u in Reims`, `hex in 15 hexes`: the one is found in the other otherwise.
    pub(crate) fn found_in_otherwise(&self, one: Said<'_>, all: Said<'_>) -> Option<String> {
        let (a, b) = (self.written(one.1), self.written(all.1));
        match (one.0, all.0) {
            (piece, Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex)) if one_piece(piece).is_some() => {
                Some(format!("write `{a}.hex is {b}`"))
            }
            (piece, Ty::Set(Noun::Hex)) if one_piece(piece).is_some() => Some(format!("write `{a}.hex in {b}`")),
            (piece, Ty::One(noun @ Noun::Enum(_))) if one_piece(piece).is_some() => {
                let kinds = one_piece(piece)?;
                match (self.field_with(kinds, noun), self.feature_with(noun)) {
                    (Some(field), _) => Some(format!("write `{a}.{field} is {b}`")),
                    (None, Some(feature)) => Some(format!("write `{feature}({a}.hex) is {b}`")),
                    (None, None) => None,
                }
            }
            (Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex), Ty::Number { .. }) => {
                let far = b.split(' ').next().unwrap_or(b);
                let path = self.before(one.1.span).split_whitespace().any(|word| word == "from");
                Some(if path {
                    format!("how far it may be is said by `within`: `{a} within {far} hexes`")
                } else {
                    format!(
                        "hexes that are so near are `hexes within {far} from h`; how far two are apart is `distance(h, {a})`"
                    )
                })
            }
            (Ty::One(x) | Ty::Maybe(x), Ty::One(y) | Ty::Maybe(y)) if x.alike(y) => {
                Some(format!("write `{a} is {b}`, or a list: `{a} in [{b}, ..]`"))
            }
            _ => None,
        }
    }

    /// `works_line[h]`, where the table goes by what is drawn in hexes.
    pub(crate) fn of_a_hex(&self, (found, expr): Said<'_>, want: Ty) -> Option<String> {
        let (Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex), Some(noun @ Noun::Enum(_))) = (found, want.noun()) else {
            return None;
        };
        Some(format!("write `{}({})`", self.feature_with(noun)?, self.written(expr)))
    }

    /// `men becomes men + helpers`; of a set, whose members are named.
    pub(crate) fn counted_otherwise(&self, (found, expr): Said<'_>) -> Option<String> {
        let text = self.written(expr);
        match found {
            Ty::Set(_) => Some(match self.joined_by_sign(expr, text) {
                Some(right) => format!("write `{right}`"),
                None => {
                    format!("how many they are is `number of {text}`; a set gets more by `gains`, and less by `loses`")
                }
            }),
            piece => {
                let field = self.number_field(one_piece(piece)?)?;
                Some(format!("name a number of it, like `{text}.{field}`"))
            }
        }
    }

    /// `fire(u)`, of a field.
    pub(crate) fn field_called(&self, name: &ast::Name, args: &[ast::Expr]) -> Option<Diagnostic> {
        let [of] = args else { return None };
        let field = self.m.world.fields.iter().any(|field| field.name == name.text);
        field.then(|| says::field_called(&name.text, self.written(of), self.place(name.span.to(of.span))))
    }

    /// `3 points`, where there is no such measure, and another one counts.
    pub(crate) fn other_measure(&self, value: &ast::Expr, measure: &ast::Name, want: Option<Ty>) -> Option<Diagnostic> {
        let Some(Ty::Number { unit: Unit::Of(wanted), .. }) = want else { return None };
        let wanted = self.m.world.measures.get(wanted)?;
        let known = self.m.world.measures.iter().map(|measure| measure.name.as_str());
        let other = !self.m.is_measure(&measure.text)
            && nearest(&measure.text, known).is_empty()
            && !says::is_of_another_language(&measure.text)
            && !says::goes_on(&measure.text);
        other.then(|| {
            let many = wanted.many();
            says::other_measure(self.written(value), (&measure.text, &many), self.place(measure.span))
        })
    }

    /// `= u.points` where no MP count: another field of the same pieces.
    pub(crate) fn field_of_another_measure(&self, both: [Unit; 2], [at, other]: [Span; 2]) -> Option<Diagnostic> {
        let text = self.m.sources.text(self.place(at));
        let (of, name) = text.split_once('.').filter(|_| at == other)?;
        let unit = |ty: Ty| match ty {
            Ty::Number { unit, .. } => Some(unit),
            _ => None,
        };
        let pieces = self.type_of_name(of).and_then(one_piece)?;
        let fields = self.m.world.fields.iter().filter(|field| pieces.within(field.pieces));
        let own = unit(fields.clone().find(|field| field.name == name)?.ty)?;
        let wanted = both.into_iter().find(|unit| *unit != own)?;
        let fits = fields.filter(|field| unit(field.ty) == Some(wanted) && !field.name.starts_with(' '));
        let fits: Vec<String> = fits.map(|field| format!("`{of}.{}`", field.name)).collect();
        let called = |unit| self.m.world.ty_name(Ty::Number { unit, den: 1 });
        let (own, wanted) = (called(own), called(wanted));
        (!fits.is_empty() && fits.len() <= 3)
            .then(|| says::field_of_another_measure(text, [&own, &wanted], &fits, self.place(at)))
    }

    /// `price[terrain(there)]` where MP count, of a table that says `gives 1..2`.
    pub(crate) fn table_without_measure(&self, both: [(Unit, Span); 2]) -> Option<Diagnostic> {
        let measure =
            both.iter().find_map(|(unit, _)| if let Unit::Of(measure) = unit { Some(*measure) } else { None })?;
        let measure = self.m.world.measures.get(measure)?.name.as_str();
        let (_, bare) = both.iter().find(|(unit, _)| *unit == Unit::Plain)?;
        let (name, index) = self.m.sources.text(self.place(*bare)).split_once('[')?;
        let range = self.m.items().find_map(|(file, item)| match &item.kind {
            ItemKind::Table(table) if table.name.text == name => Some(Place::new(file, table.gives.span)),
            _ => None,
        })?;
        let alone = index.find(']').is_some_and(|end| end + 1 == index.len());
        let text = self.m.sources.text(range);
        let plain = text.contains("..") && !text.contains(' ');
        (alone && plain).then(|| says::table_without_measure(name, text, measure, range))
    }

    /// `u: Infantry` in the head, where the head says that `u` is one of more.
    pub(crate) fn is_of_the_head(&self, subject: &ast::Expr) -> bool {
        let ExprKind::Name(name) = &subject.kind else { return false };
        let begins = |line: &&str| line.starts_with(|sign: char| sign.is_alphabetic());
        let head = self.before(subject.span).lines().rev().find(begins).unwrap_or_default();
        [format!("({}: ", name.text), format!(", {}: ", name.text)].iter().any(|given| head.contains(given))
    }

    /// `men gains helpers`, of `men becomes men + helpers`.
    fn joined_by_sign(&self, expr: &ast::Expr, text: &str) -> Option<String> {
        let at = self.place(expr.span);
        let rest = self.m.sources.get(at.file)?.text.get(at.span.end as usize..)?.lines().next()?.trim();
        let (verb, more) = match rest.split_at_checked(1)? {
            ("+", more) => ("gains", more),
            ("-", more) => ("loses", more),
            _ => return None,
        };
        let more: &str = more.trim().split([' ', ';', '}']).next()?;
        let again = self.before(expr.span).ends_with(&format!("{text} becomes"));
        again.then(|| format!("{text} {verb} {more}"))
    }

    /// `none` where a member of a list is wanted.
    pub(crate) fn none_of_a_list(&mut self, list: usize, at: Place) -> ErrorReported {
        let Some(def) = self.m.world.enums.get(list) else { return ErrorReported };
        let told = says::none_of_a_list(&def.name, &def.members, at);
        self.tell(told)
    }

    /// The field of such pieces that has such values: `side` of `US`.
    pub(super) fn field_with(&self, kinds: Kinds, noun: Noun) -> Option<&str> {
        if noun == Noun::Enum(super::world::SIDE) {
            return Some("side");
        }
        if self.m.world.open_boxes.is_some_and(|open| noun == Noun::Enum(open.noun)) {
            return Some("box");
        }
        let of = |ty: Ty| matches!(ty, Ty::One(own) | Ty::Maybe(own) if own.alike(noun));
        let field = self.m.world.fields.iter().find(|field| kinds.within(field.pieces) && of(field.ty))?;
        Some(&field.name)
    }

    /// A field of such pieces that is a number.
    fn number_field(&self, kinds: Kinds) -> Option<&str> {
        let number = |field: &&super::world::FieldDef<'_>| {
            kinds.within(field.pieces) && matches!(field.ty, Ty::Number { .. }) && !field.name.starts_with(' ')
        };
        self.m.world.fields.iter().find(number).map(|field| field.name.as_str())
    }

    /// What is asked of a hex and has such values: `terrain` of `wood`, drawn in the map or a value of the rules.
    pub(super) fn feature_with(&self, noun: Noun) -> Option<&str> {
        let of = |def: &&super::world::FeatureDef| def.of == Of::Hexes && def.ty == Ty::One(noun);
        let drawn = self.m.world.features.iter().find(of).map(|def| def.name.as_str());
        let of_a_hex = |def: &&super::world::RowsDef<'_>| {
            matches!(def.params.as_slice(), [param] if param.ty == Ty::One(Noun::Hex))
                && def.result == Ty::One(noun)
                && def.asked_within().is_none()
        };
        drawn.or_else(|| self.m.world.rows.iter().find(of_a_hex).map(|def| def.name.as_str()))
    }

    /// `Platoon`, of `platoon` or `platoons` alone.
    fn kind_named(&self, expr: &ast::Expr) -> Option<String> {
        let noun = match &expr.kind {
            ExprKind::Name(name) => name,
            ExprKind::Phrase(phrase) => &phrase.noun,
            _ => return None,
        };
        if noun.span != expr.span {
            return None;
        }
        match self.m.world.entry(&noun.text)? {
            Entry::Pieces(kind) => self.m.world.kinds.get(kind).map(|kind| kind.name.clone()),
            _ => None,
        }
    }
}

/// More members than these are no help.
const MOST_NAMED: usize = 8;

fn one_piece(ty: Ty) -> Option<Kinds> {
    match ty {
        Ty::One(Noun::Piece(kinds)) | Ty::Maybe(Noun::Piece(kinds)) => Some(kinds),
        _ => None,
    }
}

/// With this help, if there is some, in the place of its own.
pub(crate) fn helped(told: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => Diagnostic { help: vec![help], ..told },
        None => told,
    }
}

/// A number as it is written, without a measure.
fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit())
}
