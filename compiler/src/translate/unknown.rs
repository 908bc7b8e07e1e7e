//! What is said of a name that nobody gave, and of one that stands in the wrong place.
//!
//! In: the name, and what is known where it stands. Out: the message. Promises: whatever it says to type means something
//! here; names are offered as the item gives them, with what they are.

use super::builder::Builder;
use super::reader::Reader;
use super::ty::{Kinds, Noun, Ty};
use super::unlike::helped;
use super::walk;
use super::world::{Entry, OUTCOME, Of, SIDE, Stored};
use crate::diag::{Diagnostic, Place, nearest, says};
use wgr_grammar::ast::{self, ExprKind, StmtKind};

/// More names than these are no help.
const MOST_NAMED: usize = 8;

impl Reader<'_, '_> {
    /// Nothing is called so, where this is wanted.
    pub(crate) fn unknown_here(&self, name: &ast::Name, want: Option<Ty>) -> Diagnostic {
        let (text, at) = (name.text.as_str(), self.place(name.span));
        let known = self.names_here();
        let meant = self.near_here(text, &known, want);
        let near = !meant.is_empty();
        let mut given = self.given_here();
        let fits = |ty: &Ty| want.and_then(Ty::noun).zip(ty.noun()).is_some_and(|(want, noun)| want.alike(noun));
        if given.iter().any(|(_, ty)| fits(ty)) {
            given.retain(|(_, ty)| fits(ty));
        }
        let named: Vec<String> = given.iter().map(|(name, ty)| self.as_given(name, *ty)).collect();
        if text == "it" {
            return says::it_alone(&named, at);
        }
        if let Some(told) = self.sign_meant(text, (want, &given), at).filter(|_| !near) {
            return told;
        }
        if want == Some(Ty::One(Noun::Enum(SIDE))) && !near {
            let sides = self.m.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
            return says::unknown_name("side", text, &sides, at);
        }
        // Among members of a list a hex or a piece of nearly that name is not meant.
        if let Some(Noun::Enum(list)) = want.and_then(Ty::noun) {
            let members = self.m.world.enums.get(list).map(|def| def.members.clone()).unwrap_or_default();
            if !nearest(text, members.iter().map(String::as_str)).is_empty() {
                return says::unknown_name("name", text, &members, at);
            }
            let fits =
                meant.iter().any(|name| self.type_of_name(name).is_none_or(|ty| ty.noun() == Some(Noun::Enum(list))));
            let told = self.no_member(list, name).filter(|_| !fits && !says::is_of_another_language(text));
            if let Some(told) = told.filter(|_| !says::is_of_somebody(text)) {
                return told;
            }
        }
        if let Some(told) = self.side_for_pieces(text, &meant, at) {
            return told;
        }
        if text == "enemy" {
            return says::enemy_alone(self.some_pieces().as_deref(), at);
        }
        if let Some(told) = self.field_alone(text, &given, at) {
            return told;
        }
        if !near && ["removed", "eliminated", "destroyed", "dead", "killed", "gone"].contains(&text) {
            let number = self.compared_with_a_number(at);
            if let Some(told) = self.number_not_given(text, at).filter(|_| number) {
                return told;
            }
            if !number {
                return says::out_of_play(text, at);
            }
        }
        if let Some(told) = self.m.copies_in_a_name(text) {
            return told;
        }
        if text == "hexes" && want == Some(Ty::One(Noun::Hex)) {
            let one = given.iter().rev().find(|(_, ty)| *ty == Ty::One(Noun::Hex)).map(|(name, _)| name.as_str());
            return says::hexes_for_one(one, at);
        }
        if matches!(text, "odd" | "even") {
            return says::odd_or_even(text, at);
        }
        if let Some((action, own)) = self.kept_by_another(text).filter(|_| text.chars().count() > 1) {
            return says::kept_by_another(text, &action, &own, at);
        }
        if let Some((action, kind)) = self.picked_by(text) {
            let kept = self.m.world.actions.iter().filter(|def| def.name == action).flat_map(|def| &def.kept);
            let kept: Vec<(&str, Place)> = kept.map(|kept| (kept.name.trim_start(), kept.at)).collect();
            let near = nearest(text, kept.iter().map(|(name, _)| *name)).first().copied();
            let near = kept.iter().find(|(name, _)| Some(*name) == near).copied();
            if let Some(near) = near.filter(|(name, _)| self.picked_in(&action, name).is_none()) {
                return says::kept_and_not_picked(near, text, &action);
            }
            return says::picked_and_not_kept(text, (&action, near.map(|(name, _)| name)), kind.as_deref(), at);
        }
        if let Some(told) = self.title_of_a_piece(text, at) {
            return told;
        }
        let meant: Vec<String> = meant.into_iter().map(str::to_owned).collect();
        let told = says::unknown_name("name", text, if near { &meant } else { &known }, at);
        let piece = want.is_some_and(|want| want.kinds().is_some());
        let nobody = says::is_of_somebody(text) && told.title.starts_with("nothing here is called ");
        let somebody =
            |ty: &Ty| matches!(ty, Ty::One(Noun::Piece(_)) | Ty::Maybe(Noun::Piece(_)) | Ty::Set(Noun::Piece(_)));
        let named: Vec<String> = if nobody {
            given.iter().filter(|(_, ty)| somebody(ty)).map(|(name, ty)| self.as_given(name, *ty)).collect()
        } else {
            named
        };
        if nobody && want != Some(Ty::One(Noun::Enum(SIDE))) && !named.is_empty() && named.len() <= MOST_NAMED {
            let here = format!("names that are known here: {}", named.join(", "));
            // A role is a side, and no piece.
            let rest = told.help.iter().filter(|_| !piece).cloned();
            return Diagnostic { help: std::iter::once(here).chain(rest).collect(), ..told };
        }
        let is_known = near || !told.fixes.is_empty() || says::is_of_another_language(text);
        if is_known || named.is_empty() || named.len() > MOST_NAMED || told.code != crate::diag::Code::UnknownName {
            return told;
        }
        let here = format!("names that are known here: {}", named.join(", "));
        let rest = told.help.iter().map(|help| match help.strip_prefix("write the name as it is declared; ") {
            Some(rest) => rest.to_owned(),
            None => help.clone(),
        });
        Diagnostic { help: std::iter::once(here).chain(rest).collect(), ..told }
    }

    /// `batteries` of `piece Artillery "battery"`: what players read, where rules go by another name.
    pub(crate) fn title_of_a_piece(&self, text: &str, at: Place) -> Option<Diagnostic> {
        let one = text.to_lowercase();
        let is_title = |title: &str| {
            let title = title.to_lowercase();
            let many = title.strip_suffix('y').map(|stem| format!("{stem}ies"));
            one == title || one.strip_suffix('s') == Some(&title) || many.as_ref() == Some(&one)
        };
        let kind = self.m.world.kinds.iter().find(|kind| is_title(&kind.title))?;
        let several = self.plural_of(kind.kinds)?;
        Some(says::title_of_a_piece((text, &kind.title), (&kind.name, &several), at))
    }

    /// `any u in Germans`: those of a side.
    fn side_for_pieces(&self, text: &str, meant: &[&str], at: Place) -> Option<Diagnostic> {
        let sides = &self.m.world.enums.get(SIDE)?.members;
        let side = sides.iter().find(|side| meant.first() == Some(&side.as_str()))?;
        let set = self.before(at.span).trim_end().ends_with(" in");
        let noun = self.plural_of(self.m.world.all_pieces()).filter(|_| set)?;
        Some(says::pieces_of_a_side(text, &format!("{noun} of {side}"), at))
    }

    /// `O` for `0`, `empty`, `enemy` where a side is wanted: what is wanted makes it certain.
    fn sign_meant(&self, text: &str, (want, given): (Option<Ty>, &[(String, Ty)]), at: Place) -> Option<Diagnostic> {
        let one = |ty: &Ty| matches!(ty, Ty::One(Noun::Piece(_)) | Ty::Maybe(Noun::Piece(_)));
        let sides = || {
            let own = given.iter().find_map(|(name, ty)| (*ty == Ty::One(Noun::Enum(SIDE))).then(|| name.clone()));
            let piece = given.iter().find(|(_, ty)| one(ty)).map(|(name, _)| format!("{name}.side"));
            own.or(piece).unwrap_or_else(|| "phasing".to_owned())
        };
        let behind = || {
            let rest = self.m.sources.get(at.file).and_then(|source| source.text.get(at.span.end as usize..));
            rest.and_then(|rest| rest.lines().next()).unwrap_or_default().trim_start()
        };
        let often = match text {
            "twice" => Some("2"),
            "thrice" => Some("3"),
            "time" | "times" => self.before(at.span).rsplit(|sign: char| !sign.is_ascii_digit()).next(),
            _ => None,
        };
        if let Some(number) = often.filter(|number| !number.is_empty())
            && let Some(part) = behind().strip_prefix("per ")
        {
            return Some(says::how_often(text, &format!("{number} per {part}"), at));
        }
        match (text, want?) {
            ("O" | "o", Ty::Number { .. }) => Some(says::letter_for_digit(text, "0", at)),
            ("l" | "I", Ty::Number { .. }) => Some(says::letter_for_digit(text, "1", at)),
            ("empty" | "nobody" | "nothing", Ty::Set(_)) => Some(says::empty_set(text, at)),
            (
                "nobody" | "neither" | "none" | "tie" | "tied" | "drawn" | "stalemate" | "undecided",
                Ty::One(Noun::Enum(OUTCOME)),
            ) if self.m.world.outcome == OUTCOME => Some(says::written_otherwise(text, "draw", at)),
            ("empty" | "nobody" | "nowhere", Ty::One(noun) | Ty::Maybe(noun)) if noun != Noun::Enum(SIDE) => {
                Some(says::written_otherwise(text, "none", at))
            }
            ("enemy" | "opponent" | "other", Ty::One(Noun::Enum(SIDE))) => {
                Some(says::written_otherwise(text, &format!("enemy of {}", sides()), at))
            }
            ("friendly" | "own" | "friend", Ty::One(Noun::Enum(SIDE))) => {
                Some(says::written_otherwise(text, &sides(), at))
            }
            _ => None,
        }
    }

    /// `gone is 0`
    fn compared_with_a_number(&self, at: Place) -> bool {
        let source = self.m.sources.get(at.file).and_then(|source| source.text.get(at.span.end as usize..));
        let behind = source.unwrap_or_default().trim_start_matches(' ');
        let signs = ["is ", ">= ", "<= ", "> ", "< "];
        let number = signs.into_iter().find_map(|sign| behind.strip_prefix(sign));
        number.is_some_and(|number| number.starts_with(|sign: char| sign.is_ascii_digit()))
    }

    /// A course along which nobody moves any more: its line gave the number.
    fn number_not_given(&self, text: &str, at: Place) -> Option<Diagnostic> {
        let mut courses = self.m.world.rows.iter().filter(|def| def.ast.kind == ast::RowsKind::Course);
        let left = courses.find(|def| def.params.len() == 1 && self.m.times_named(&def.name) == 1)?;
        Some(says::number_not_given(text, &left.name, at))
    }

    /// What the item gives names to, innermost first.
    pub(crate) fn given_here(&self) -> Vec<(String, Ty)> {
        let scope = self.scope.iter().rev().map(|bound| (bound.name.clone(), bound.ty));
        let action = self.within.and_then(|at| self.m.world.actions.get(at));
        let kept = action.iter().flat_map(|action| &action.kept).map(|kept| (kept.name.clone(), kept.ty));
        let mut all: Vec<(String, Ty)> = Vec::new();
        for (name, ty) in scope.chain(kept).filter(|(name, _)| !name.starts_with(' ')) {
            if all.iter().all(|(known, _)| *known != name) {
                all.push((name, ty));
            }
        }
        all
    }

    /// "`lead` (regiment)"
    fn as_given(&self, name: &str, ty: Ty) -> String {
        format!("`{name}` ({})", self.m.world.ty_name(ty))
    }

    /// How the pieces of the game are called, where there is one sort of them.
    fn some_pieces(&self) -> Option<String> {
        let mut nouns = self.m.world.names.iter().filter_map(|(name, (entry, _))| match entry {
            Entry::Pieces(kind) => {
                let all = self.m.world.kinds.get(*kind).is_some_and(|kind| kind.kinds == self.m.world.all_pieces());
                (all && name.ends_with('s')).then(|| name.clone())
            }
            _ => None,
        });
        nouns.next()
    }

    /// `lead becomes fought`, `when fought`: a field without its piece.
    fn field_alone(&self, text: &str, given: &[(String, Ty)], at: Place) -> Option<Diagnostic> {
        let fields = self.m.world.fields.iter().filter(|field| field.name == text);
        let having = fields.clone().fold(Kinds::default(), |all, field| all.or(field.pieces));
        let field = fields.clone().next()?;
        let flag = field.ty == Ty::YesNo && matches!(field.stored, Stored::Cell(_));
        let owner = |(_, ty): &&(String, Ty)| matches!(ty, Ty::One(Noun::Piece(kinds)) | Ty::Maybe(Noun::Piece(kinds)) if kinds.within(having));
        let owners: Vec<&str> = given.iter().filter(owner).map(|(name, _)| name.as_str()).collect();
        let behind = self.before(Place { span: at.span, ..at }.span);
        let becomes = behind.strip_suffix("becomes").and_then(|before| before.trim_end().rsplit(' ').next());
        Some(says::field_alone(text, &owners, becomes.filter(|_| flag), at))
    }

    /// The action that keeps this name, where the item is within another one.
    fn kept_by_another(&self, text: &str) -> Option<(String, String)> {
        let own = self.m.world.actions.get(self.within?)?;
        let other = self.m.world.actions.iter().find(|action| action.kept.iter().any(|kept| kept.name == text))?;
        Some((other.name.clone(), own.name.clone()))
    }

    /// The action that picks something under this name and does not keep it, and what it is then.
    fn picked_by(&self, text: &str) -> Option<(String, Option<String>)> {
        self.m.world.actions.iter().enumerate().find_map(|(at, action)| {
            if self.within != Some(at) || action.kept.iter().any(|kept| kept.name == text) {
                return None;
            }
            self.picked_in(&action.name, text).map(|kind| (action.name.clone(), kind))
        })
    }

    /// Does the action pick something into this name? And of which kind, if that is said.
    fn picked_in(&self, action: &str, text: &str) -> Option<Option<String>> {
        let action = self.m.world.actions.iter().find(|def| def.name == action)?;
        let mut kind = None;
        walk::block(&action.ast.body, &mut |stmt| {
            if let StmtKind::Picks(picks) = &stmt.kind
                && matches!(&picks.into.kind, ExprKind::Name(name) if name.text == text)
            {
                kind = Some(picks.tiers.first().and_then(|tier| self.kind_of_set(&tier.set)));
            }
        });
        kind
    }

    /// `Regiment`, of `regiments of phasing where ..`
    fn kind_of_set(&self, set: &ast::Expr) -> Option<String> {
        let noun = match &set.kind {
            ExprKind::Phrase(phrase) => &phrase.noun,
            ExprKind::Name(name) => name,
            _ => return None,
        };
        if noun.text == "hexes" {
            return Some("Hex".to_owned());
        }
        match self.m.world.entry(&noun.text) {
            Some(Entry::Pieces(kind)) => self.m.world.kinds.get(kind).map(|kind| kind.name.clone()),
            _ => None,
        }
    }

    /// `terrain of target`, `phasing of enemy`: what stands before `of` is no set.
    pub(crate) fn of_what(&self, noun: &ast::Name, of: &ast::Expr) -> Option<Diagnostic> {
        let at = self.place(noun.span);
        let text = self.m.sources.text(self.place(of.span));
        if matches!(noun.text.as_str(), "phasing" | "acting") {
            return Some(says::side_of_a_side(&noun.text, text, at));
        }
        if let Some(Entry::Kind(kind)) = self.m.world.entry(&noun.text) {
            let kinds = self.m.world.kinds.get(kind)?.kinds;
            return Some(says::sort_and_not_pieces(&noun.text, &self.plural_of(kinds)?, at));
        }
        let asked = match self.m.world.entry(&noun.text)? {
            Entry::Feature(feature) => self.m.world.features.get(feature)?.of == Of::Hexes,
            Entry::Rows(rows) => self.m.world.rows.get(rows)?.params.len() == 1,
            _ => false,
        };
        asked.then(|| says::asked_with_of(&noun.text, text, at))
    }

    /// `target is wood`, `target in wood`: a hex, and a value of what is drawn in hexes.
    pub(crate) fn hex_and_value(&self, (hex, a): (Ty, &ast::Expr), (value, b): (Ty, &ast::Expr)) -> Option<Diagnostic> {
        let (Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex), Ty::One(noun @ Noun::Enum(_))) = (hex, value) else {
            return None;
        };
        let feature = self.feature_with(noun)?;
        let [hex, value] = [a, b].map(|expr| self.m.sources.text(self.place(expr.span)));
        Some(says::value_of_a_hex(feature, hex, value, self.place(b.span)))
    }

    /// `terrain(h) is wood or village`, `x is 6 or more`: what stands behind `or` is no condition.
    pub(super) fn one_of_several(&self, a: &ast::Expr, b: &ast::Expr) -> Option<Diagnostic> {
        let last = if let ExprKind::Or(_, last) = &a.kind { last } else { a };
        let ExprKind::Compare(ast::Compare::Is, subject, value) = &last.kind else { return None };
        let [subject, value, other] = [&**subject, &**value, b].map(|part| self.m.sources.text(self.place(part.span)));
        let at = self.place(b.span);
        match &b.kind {
            ExprKind::Number(_) => Some(says::one_of_several(subject, &[value, other], at)),
            ExprKind::Name(name)
                if self.bound(&name.text).is_none()
                    && matches!(self.m.world.entry(&name.text), Some(Entry::Kind(_))) =>
            {
                let right = format!("{subject} is {value} or {subject} is {other}");
                Some(says::kinds_joined(other, &right, at))
            }
            ExprKind::Name(name) if self.bound(&name.text).is_none() && self.m.world.entry(&name.text).is_none() => {
                let sign = match name.text.as_str() {
                    "more" | "higher" | "greater" | "over" => Some(">="),
                    "less" | "fewer" | "lower" | "under" => Some("<="),
                    _ => None,
                };
                let member = self.m.world.members.contains_key(&name.text);
                match sign {
                    Some(sign) => Some(says::or_more(subject, [sign, value, other], at)),
                    None => member.then(|| says::one_of_several(subject, &[value, other], at)),
                }
            }
            _ => None,
        }
    }

    /// Something else is wanted, and what there is leads to it.
    pub(crate) fn other_type(&self, (found, want): (Ty, Ty), expr: &ast::Expr) -> Diagnostic {
        let (is, wanted) = (self.taken_for(found, expr), self.m.world.ty_name(want));
        self.of_another_type((found, want), expr).mismatch(self.place(expr.span), is, wanted)
    }

    /// What something is: where nothing else is known of a number of the map, its hex.
    pub(crate) fn taken_for(&self, ty: Ty, expr: &ast::Expr) -> String {
        let text = self.m.sources.text(self.place(expr.span));
        let numbered = matches!(expr.kind, ExprKind::Number(_));
        let hex = self.m.board.as_ref().filter(|_| numbered).and_then(|board| board.by_name(text));
        self.m.world.ty_name(if hex.is_some() { Ty::One(Noun::Hex) } else { ty })
    }

    fn of_another_type(&self, (found, want): (Ty, Ty), expr: &ast::Expr) -> Diagnostic {
        let at = self.place(expr.span);
        let told = says::wrong_type(&self.m.world.ty_name(found), &self.m.world.ty_name(want), at);
        let text = self.m.sources.text(at);
        let side = Noun::Enum(SIDE);
        if matches!(expr.kind, ExprKind::Name(_)) {
            let meant = self.fitting(text, want);
            if !meant.is_empty() {
                let meant: Vec<&str> = meant.iter().map(String::as_str).collect();
                let help = format!("did you mean {}?", crate::diag::listed(&meant, "or"));
                return Diagnostic { help: vec![help], ..told }.meant(&meant, false, at);
            }
        }
        let help = match (found, want) {
            (Ty::One(noun @ Noun::Enum(_)), Ty::One(Noun::Hex) | Ty::Set(Noun::Hex)) if noun != side => {
                let Some(feature) = self.feature_with(noun) else { return helped(told, self.some_hexes()) };
                format!(
                    "hexes of this sort are `hexes where {feature}(it) is {text}`; one of them is named by its number or its place"
                )
            }
            (Ty::One(Noun::Piece(_)) | Ty::Maybe(Noun::Piece(_)), Ty::One(wanted)) if wanted == side => {
                format!("whose it is, is `{text}.side`")
            }
            (Ty::One(found), Ty::Set(Noun::Piece(kinds))) if found == side => {
                let several = |ty: &Ty| matches!(ty, Ty::Set(Noun::Piece(_)));
                let given = self.given_here().into_iter().filter(|(_, ty)| several(ty)).map(|(name, _)| name);
                let given: Vec<String> = given.collect();
                let near = nearest(text, given.iter().map(String::as_str));
                if !near.is_empty() {
                    return Diagnostic {
                        help: crate::diag::did_you_mean(text, "name", near.iter().copied()).into_iter().collect(),
                        ..told
                    }
                    .meant(&near, false, at);
                }
                let Some(noun) = self.plural_of(kinds) else { return told };
                format!("those of a side are `{noun} of {text}`")
            }
            (Ty::One(found), Ty::YesNo) if found == side => {
                format!("ask whose it is, or whose turn: `u.side is {text}`, `phasing is {text}`")
            }
            (Ty::Number { .. }, Ty::YesNo) => format!("compare it: `{text} > 0`, `x is {text}`"),
            (Ty::Set(Noun::Piece(_)), Ty::One(Noun::Piece(_)) | Ty::Maybe(Noun::Piece(_))) => {
                match self.performed_alone(at) {
                    Some((before, after)) => {
                        let one = self.called_one(text);
                        format!(
                            "`{text}` may be several: write `for each {one} in {text} {{ perform {before}{one}{after} }}`"
                        )
                    }
                    None => {
                        format!(
                            "`{text}` may be several: ask each, `.. for each u in {text}`, or pick one of them first"
                        )
                    }
                }
            }
            (found, Ty::Number { .. }) => return helped(told, self.counted_otherwise((found, expr))),
            (found, want) => return helped(told, self.of_a_hex((found, expr), want)),
        };
        Diagnostic { help: vec![help], ..told }
    }

    /// `perform fall_back(men)`: what is written before and behind what this procedure is given.
    fn performed_alone(&self, at: Place) -> Option<(&str, &str)> {
        let text = &self.m.sources.get(at.file)?.text;
        let before = text.get(..at.span.start as usize)?.rsplit(['\n', ';', '{', '}', '"']).next()?;
        let (_, before) = before.split_once("perform ").filter(|(before, _)| before.trim().is_empty())?;
        let behind = text.get(at.span.end as usize..)?;
        let behind = behind.get(..=behind.find(')')?).filter(|behind| !behind.contains('\n'))?;
        let given = before.split_once('(')?.1;
        (!given.contains('(') && !behind.contains('(')).then_some((before.trim_start(), behind))
    }

    /// A short name for one of a set, that nothing has.
    fn called_one(&self, set: &str) -> String {
        let first = set.chars().next().filter(|sign| sign.is_ascii_lowercase()).map(String::from);
        let free = |name: &str| self.bound(name).is_none() && self.m.world.entry(name).is_none();
        let mut names = first.into_iter().chain(["u", "x", "one"].map(str::to_owned));
        names.find(|name| free(name)).unwrap_or_else(|| "each_one".to_owned())
    }

    /// Names of hexes that stand here.
    fn some_hexes(&self) -> Option<String> {
        let hex = |(_, ty): &(String, Ty)| matches!(ty, Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex));
        let given: Vec<String> = self.given_here().into_iter().filter(hex).map(|(name, _)| name).collect();
        (!given.is_empty()).then(|| format!("write {}", says::or_list(&given)))
    }

    /// `(move)` of a counter, where `move` is a value of one of its states.
    pub(crate) fn value_alone(&self, kinds: Kinds, name: &ast::Name) -> Option<Diagnostic> {
        let mut own = self.m.world.fields.iter().filter(|field| kinds.within(field.pieces));
        if own.clone().any(|field| field.name == name.text) {
            return None;
        }
        let field = own.find(|field| match field.ty.noun() {
            Some(Noun::Enum(list)) => self.member_of(list, &name.text).is_some(),
            Some(Noun::Piece(_) | Noun::Hex | Noun::Hexside | Noun::Direction) | None => false,
        })?;
        Some(says::value_without_field(&name.text, &field.name, self.place(name.span)))
    }

    /// `turn 3..4` of a scenario.
    pub(super) fn turn_before(&self, at: Place) -> Option<String> {
        let before = self.before(at.span).trim_end().ends_with("turn");
        before.then(|| format!("turns {}", self.m.sources.text(at)))
    }

    pub(crate) fn plural_of(&self, kinds: Kinds) -> Option<String> {
        let of = |(name, (entry, _)): (&String, &(Entry, Place))| match entry {
            Entry::Pieces(kind) => {
                let same = self.m.world.kinds.get(*kind).is_some_and(|kind| kind.kinds == kinds);
                (same && name.ends_with('s')).then(|| name.clone())
            }
            _ => None,
        };
        self.m.world.names.iter().find_map(of)
    }

    /// `2` of `2 hexes`, where it stands so in the text.
    pub(crate) fn measured(&self, at: Place) -> Option<&str> {
        let (number, measure) = self.m.sources.text(at).split_once(' ')?;
        let whole = number.bytes().all(|sign| sign.is_ascii_digit()) && measure.chars().all(char::is_alphabetic);
        whole.then_some(number)
    }
}

impl Builder<'_> {
    /// A line of the order of battle that was to be several counters, this one among them.
    pub(crate) fn copies_in_a_name(&self, name: &str) -> Option<Diagnostic> {
        self.world.counters.iter().find_map(|def| says::copies_in_the_name(&def.name, name, def.at))
    }

    /// So often does it stand in the texts, its declaration with it.
    pub(crate) fn times_named(&self, name: &str) -> usize {
        self.written().map(|(_, item)| item.words.get(name).map_or(0, |word| word.at.len())).sum()
    }
}
