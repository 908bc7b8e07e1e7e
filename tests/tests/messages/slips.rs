//! What the grammar could not read: each kind of fault is told, and certain fixes put the right word in.

use wgr_compiler::diag::{Code, Declared, Severity, samples, syntax};
use wgr_compiler::{Sources, apply};
use wgr_grammar::{Context, FaultKind, Span, SyntaxFault, parse};

/// The message of a fault at the first `what` of a text, and the text after `--fix`.
fn told(text: &str, what: &str, kind: FaultKind) -> (wgr_compiler::diag::Diagnostic, String) {
    let mut sources = Sources::new();
    let file = sources.add("a.wgr", text);
    let at = text.find(what).unwrap();
    let fault = SyntaxFault::new(Span::new(at, at + what.len()), kind);
    let message = syntax(file, text, &Declared::of([text]), &fault);
    let mended = apply(&sources, std::slice::from_ref(&message)).pop().map_or(text.to_owned(), |(_, text)| text);
    (message, mended)
}

fn sign(found: &str, right: &'static str) -> FaultKind {
    FaultKind::WrongSign { found: found.to_owned(), right }
}

#[test]
fn certain_fixes_put_the_right_word_in() {
    let title = FaultKind::TitleWithoutQuotes { words: "By road".to_owned() };
    let decimal = |text: &str| FaultKind::DecimalNumber { text: text.to_owned() };
    let case = FaultKind::CaseLetter { found: "6.d".to_owned(), right: "6#d".to_owned() };
    let cases = [
        ("turn == 3", "==", sign("==", "is"), "turn is 3"),
        ("a&&b", "&&", sign("&&", "and"), "a and b"),
        ("when turn=3", "=", FaultKind::EqualsInCondition, "when turn is 3"),
        ("6 By road = 1", "By road", title, "6 \"By road\" = 1"),
        ("= 1.5 MP", "1.5", decimal("1.5"), "= 3/2 MP"),
        ("= 2.0 MP", "2.0", decimal("2.0"), "= 2 MP"),
        ("6.d \"By road\"", "6.d", case, "6#d \"By road\""),
        ("when n ≥ 2", "≥", FaultKind::UnknownCharacter { character: '≥' }, "when n >= 2"),
    ];
    for (text, what, kind, right) in cases {
        let (message, mended) = told(text, what, kind);
        assert_eq!(mended, right, "{}", message.title);
        assert!(!message.help.is_empty(), "{}", message.title);
    }
}

#[test]
fn what_could_mean_two_things_is_left_alone() {
    let (message, mended) = told("6 “Marsh” = 3", "“", FaultKind::UnknownCharacter { character: '“' });
    assert_eq!(mended, "6 “Marsh” = 3");
    assert!(message.help[0].contains("\"Marsh\""));
    let huge = FaultKind::DecimalNumber { text: "1.00000000000000000000000001".to_owned() };
    let (message, _) = told("= 1.00000000000000000000000001", "1.0", huge);
    assert!(message.fixes.is_empty() && !message.help.is_empty());
}

#[test]
fn a_line_that_cannot_go_on_teaches_with_two_right_ones() {
    let kind = FaultKind::Unexpected {
        context: Context::Row("value"),
        expected: ["`when`", "`unless`", "`otherwise`"].map(Into::into).to_vec(),
        found: "mud".to_owned(),
    };
    let (message, _) = told("6.5 \"Marsh\" = 3 mud turn is 2", "mud", kind);
    assert_eq!(message.title, "`mud` does not fit here in this row");
    assert_eq!(message.labels[0].text, "here could stand `when`, `unless` or `otherwise`");
    assert_eq!(
        message.help[0],
        "a case and a title open a row, then comes its answer, like `6.5 \"Marsh\" = 3 when terrain(there) is marsh` \
         or `6.10 \"Rivers\" + 1 when river(here, there)`"
    );
}

#[test]
fn an_item_that_does_not_exist_is_near_one_or_a_row_that_fell_out() {
    let (message, _) = told("valeu x", "valeu", FaultKind::UnknownItem { word: "valeu".to_owned() });
    assert_eq!((message.code, message.help[0].as_str()), (Code::UnknownItem, "did you mean `value`?"));
    let (message, _) = told("6.5 \"Marsh\"", "6.5", FaultKind::UnknownItem { word: "6.5".to_owned() });
    assert!(message.help[0].contains("`}` too many"));
    let (message, _) = told("Zanzibar", "Zanzibar", FaultKind::UnknownItem { word: "Zanzibar".to_owned() });
    assert!(message.help[0].contains("like `value"));
}

/// One of each kind; `syntax` has no wildcard, so whoever adds a kind is sent there and comes by here.
#[test]
fn every_kind_has_a_headline_and_says_what_to_type() {
    let word = || "word".to_owned();
    let row = Context::Row("value");
    let kinds = [
        FaultKind::Unexpected { context: row, expected: vec![], found: String::new() },
        FaultKind::UnclosedBrace { item: word() },
        FaultKind::StrayBrace,
        FaultKind::UnclosedBracket,
        FaultKind::StrayBracket,
        FaultKind::UnclosedString,
        FaultKind::UnknownCharacter { character: '§' },
        FaultKind::UnknownItem { word: word() },
        FaultKind::ReservedName { word: word(), free: "the_word".to_owned() },
        FaultKind::TooDeep,
        FaultKind::TooLong,
        FaultKind::DecimalNumber { text: word() },
        sign("!", "not"),
        FaultKind::EqualsInCondition,
        FaultKind::ChainedComparison,
        FaultKind::TitleWithoutQuotes { words: word() },
        FaultKind::NoVerdict { context: row },
        FaultKind::NoCondition { word: word() },
        FaultKind::ElseAlone,
        FaultKind::CaseLetter { found: word(), right: word() },
        FaultKind::CaseLetters { found: word() },
        FaultKind::CaseTwice { case: word() },
        FaultKind::Twice { what: word() },
        FaultKind::NoBlock { after: word() },
        FaultKind::AndOfPhases,
        FaultKind::NoSemicolon,
        FaultKind::UnwantedBlock,
    ];
    let mut titles: Vec<String> = Vec::new();
    for kind in kinds {
        let (message, _) = told("a word", "word", kind);
        assert_eq!(message.severity, Severity::Wrong);
        assert!(!message.title.ends_with('.') && !message.help.is_empty(), "{}", message.title);
        assert!(!titles.contains(&message.title), "two kinds say: {}", message.title);
        titles.push(message.title);
    }
}

/// What we teach can be read: each sample where it belongs.
#[test]
fn samples_are_right() {
    let mut wrong = Vec::new();
    for sample in samples() {
        for right in sample.right {
            let text = around(sample.context, right);
            let parsed = parse(&text);
            wrong.extend(parsed.faults.iter().map(|fault| format!("{:?} in\n{text}", fault.kind)));
            assert!(!parsed.file.items.is_empty(), "{text}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text in which the sample stands where its context is.
fn around(context: Context, right: &str) -> String {
    let head = |keyword: &str| {
        let of = samples().find(|sample| matches!(sample.context, Context::Head(word) if word == keyword));
        let first = of.unwrap_or_else(|| panic!("no head of `{keyword}`")).right[0];
        first.split_inclusive('{').next().unwrap().to_owned()
    };
    let within = |before: &str| format!("{before}\n    {right}\n}}\n");
    match context {
        Context::Head(_) if right.ends_with('{') => format!("{right}\n}}\n"),
        Context::Head(_) => format!("{right}\n"),
        Context::Line("order") if !right.starts_with("Gun") => within("order French {\n    Gun formation heavy"),
        Context::Line(keyword) | Context::Row(keyword) => within(&head(keyword)),
        Context::Statement => within("procedure p {"),
        Context::SuchThat => format!("procedure p {{ Red picks 1 guns as lead such that {{\n{right}\n}} }}\n"),
        Context::Choice => format!("procedure p {{ Red chooses {{\n{right}\n}} }}\n"),
        Context::Arm => format!("procedure p {{ depending on turn {{\n{right}\n}} }}\n"),
        Context::Step => within(&head("example")),
        Context::Edit => within(&head("errata")),
    }
}

#[test]
fn samples_are_lines() {
    for sample in samples() {
        for right in sample.right {
            assert!(!right.contains('\n') && right.matches('"').count().is_multiple_of(2), "{right}");
        }
        assert_ne!(sample.right[0], sample.right[1]);
    }
}
