//! Every code has a page and a smallest wrong file; what is said of it is locked together with its source.

use wgr_compiler::diag::Code;
use wgr_compiler::{Format, Look, render};
use wgr_tests::rules::{Checked, checked, fenced, is_to_be_mended, names, samples, suite, text};

fn wrong(code: Code) -> Option<(String, Checked)> {
    let file = |ending: &str| suite("errors").join(format!("{}.{ending}", code.word()));
    let source = text(&file("wgr"))?;
    let ledger = text(&file("tsv"));
    let checked = checked(&format!("{}.wgr", code.word()), &source, ledger.as_deref());
    Some((source, checked))
}

#[test]
fn every_code_has_its_smallest_wrong_file_and_its_page() {
    for code in Code::ALL {
        let word = code.word();
        let source = text(&suite("errors").join(format!("{word}.wgr")));
        let source = source.unwrap_or_else(|| panic!("tests/suite/errors/{word}.wgr is missing"));
        let page = code.page();
        assert!(page.starts_with(&format!("# {word}\n\n")), "docs/errors/{word}.md begins with its code");
        let samples = samples(page);
        assert_eq!(samples.len(), 2, "docs/errors/{word}.md shows what is wrong and what is right, as ```wgr");
        assert_eq!(samples[0], source, "docs/errors/{word}.md shows tests/suite/errors/{word}.wgr first");
        assert!(page.lines().count() >= 15, "docs/errors/{word}.md says why it is so");
    }
    let known: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    for name in names(&suite("errors")) {
        assert!(known.contains(&name.as_str()), "tests/suite/errors/{name}.wgr is of no code");
    }
}

#[test]
fn the_smallest_wrong_file_gets_one_message_of_its_code() {
    let mut other = Vec::new();
    for code in Code::ALL {
        let (source, checked) = wrong(*code).unwrap();
        let said: Vec<&str> = checked.messages.iter().map(|message| message.code.word()).collect();
        if said != [code.word()] {
            other.push(format!("{}: {said:?}", code.word()));
            continue;
        }
        let drawn = render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snap/errors");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(code.word(), format!("{source}\n{drawn}")));
    }
    assert!(other.is_empty(), "not one message of its code:\n{}", other.join("\n"));
}

#[test]
fn what_a_page_shows_as_right_is_right() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let right = samples(code.page()).pop().unwrap();
        let mut checked = checked("right.wgr", &right, None);
        checked.messages.retain(is_to_be_mended);
        if !checked.messages.is_empty() {
            let drawn = render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN);
            wrong.push(format!("docs/errors/{}.md:\n{drawn}", code.word()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A sample ```` ```wgr slip ```` is followed by what is said of it, as ```` ```text ````.
#[test]
fn a_message_on_a_page_is_what_is_said() {
    let mut shown = 0;
    for code in Code::ALL {
        let (slips, told) = (fenced(code.page(), "wgr slip"), fenced(code.page(), "text"));
        assert_eq!(slips.len(), told.len(), "docs/errors/{}.md: each slip has its message", code.word());
        for ((_, slip), (line, told)) in slips.iter().zip(told) {
            let checked = checked("game.wgr", slip, None);
            let drawn = render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN);
            assert_eq!(drawn.trim_end(), told.trim_end(), "docs/errors/{}.md:{line}", code.word());
            shown += 1;
        }
    }
    assert!(shown >= 1);
}
