//! What names stand for, in every game that is shipped: each word is known, goes to a declaration of its name, and can be
//! given another name and its own again.

use std::collections::BTreeSet;
use wgr_compiler::{FileId, Ledger, Rewrite, Sort, Sources, SymbolId, check, fixed, names, rename};
use wgr_grammar::ast::ItemKind;
use wgr_grammar::{Shell, Span, TokenKind, is_reserved, item_word, shells, tokens};
use wgr_tests::shipped::{Shipped, all, shipped};

/// Words that say what a line is or how it is read, where no name can stand; those that open an item are known to the grammar.
const OF_LINES: &str = "after alike all along answer avoid because best beyond block blocked both bottom case cases chart column columns \
    construction cost costs dice down draw drawn during edition end enemy enters error expect far fewest first flags forgiven friendly game \
    gives hexes hexsides inner keeps language largest last leaves left less line met more needs off on once only open \
    other over owed pass phase per place player plural possible printed ray refused remembers removed right roles roll run set settles side \
    sides some spends stages step stop that the then time times top turn turns unseen usual hole without";
/// How the head of a game says how hexes are numbered and how fine a measure is.
const OF_HEADS: &str = "CC RR CCRR RRCC a half hex flat pointy odd numbers north south east west halves quarters rows start like one always";

/// Why a word that names nothing may stand there; `printed`: in an item that says what is printed in a table.
fn names_nothing(word: &str, path: &str, printed: bool) -> bool {
    let (first, rest) = word.split_at(1);
    let listed = |words: &str| words.split(' ').any(|known| known == word);
    let number = |text: &str| !text.is_empty() && text.chars().all(|sign| sign.is_ascii_digit());
    // `d6`, `x3`
    let count = matches!(first, "d" | "x") && number(rest);
    // Letters of a map that is drawn.
    let letter = rest.is_empty() && (path.contains("map") || path.contains("game"));
    // What is printed in a table: `A8D2`, `H4F`.
    let entry = printed && word.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
    count || letter || entry || listed(OF_LINES) || listed(OF_HEADS) || item_word(word).is_some()
}

fn says_what_is_printed(shell: &Shell) -> bool {
    matches!(shell.keyword, Some("table" | "notation"))
}

/// Where the words for colours, patterns, symbols and places on a counter stand: they name nothing of the game.
fn words_of_looks(text: &str) -> BTreeSet<u32> {
    let items = wgr_grammar::parse(text).into_items();
    let looks = items.iter().filter_map(|item| if let ItemKind::Look(look) = &item.kind { Some(look) } else { None });
    let words = looks.flat_map(|look| &look.lines).flat_map(|line| {
        line.words.iter().map(|word| word.span.start).chain(line.places.iter().map(|place| place.at.span.start))
    });
    words.collect()
}

/// Up to its end, or up to the number of a result: `D` of `D2`.
fn is_all_of(word: &str, mark: Span, token: Span) -> bool {
    let rest = word.get((mark.end.saturating_sub(token.start)) as usize..).unwrap_or_default();
    rest.chars().all(|sign| sign.is_ascii_digit())
}

#[test]
fn every_word_is_known() {
    let mut unknown = BTreeSet::new();
    for game in all() {
        let (sources, ledger) = shipped(&game).sources();
        let names = names(&sources, ledger.as_ref());
        for (file, source) in sources.iter() {
            let printed: Vec<_> = shells(&source.text).0.into_iter().filter(says_what_is_printed).collect();
            let looks = words_of_looks(&source.text);
            for token in tokens(&source.text) {
                let word = token.span.of(&source.text);
                let printed = printed
                    .iter()
                    .any(|shell| shell.span.start <= token.span.start && token.span.end <= shell.span.end);
                if token.kind != TokenKind::Word || is_reserved(word) || looks.contains(&token.span.start) {
                    continue;
                }
                let (line, _) = source.line_column(token.span.start);
                let place = format!("{game}/{}:{line}: {word}", source.path);
                match names.at(file, token.span.start) {
                    Some(mark)
                        if mark.at.span.start <= token.span.start && is_all_of(word, mark.at.span, token.span) =>
                    {
                        if !mark.sure {
                            unknown.insert(format!("{place}: a guess"));
                        }
                    }
                    Some(_) | None if names_nothing(word, &source.path, printed) => {}
                    Some(_) | None => drop(unknown.insert(place)),
                }
            }
        }
    }
    assert!(unknown.is_empty(), "not known: {unknown:#?}");
}

#[test]
fn every_name_goes_to_where_it_is_declared() {
    for game in all() {
        let (sources, ledger) = shipped(&game).sources();
        let names = names(&sources, ledger.as_ref());
        for mark in names.marks() {
            let symbol = names.symbol(mark.symbol).unwrap();
            let nowhere = matches!(symbol.sort, Sort::Case | Sort::Hex | Sort::Word);
            assert_eq!(symbol.declared.is_empty(), nowhere, "{game}: {symbol:?}");
            for at in &symbol.declared {
                let there = names.at(at.file, at.span.start).unwrap();
                assert!(there.declares && there.symbol == mark.symbol, "{game}: {symbol:?}");
                assert_eq!(sources.text(*at).trim_matches('"'), symbol.name, "{game}");
            }
        }
    }
}

/// The texts with these places written anew.
fn written(sources: &Sources, rewrites: &[Rewrite]) -> Vec<(String, String)> {
    let mut sorted: Vec<_> = rewrites.iter().collect();
    sorted.sort_by_key(|(at, _)| *at);
    let texts = sources.iter().map(|(file, source)| {
        let mut text = source.text.clone();
        for (at, new) in sorted.iter().rev().filter(|(at, _)| at.file == file) {
            text.replace_range(at.span.start as usize..at.span.end as usize, new);
        }
        (source.path.clone(), text)
    });
    texts.collect()
}

/// Texts that are a game of their own.
fn read(texts: &[(String, String)]) -> (Sources, Option<Ledger>) {
    Shipped::default().with_texts(texts.to_vec()).sources()
}

/// So many symbols of each game are tried, from all over it.
const TRIED: usize = 4;

#[test]
fn what_is_renamed_checks_as_before_and_renamed_back_is_as_it_was() {
    for (nth, game) in all().into_iter().enumerate() {
        let whole = shipped(&game);
        let (sources, ledger) = whole.sources();
        let known = names(&sources, ledger.as_ref());
        let free: Vec<SymbolId> =
            known.symbols().filter(|(_, symbol)| fixed(symbol).is_none()).map(|(id, _)| id).collect();
        let step = (free.len() / TRIED).max(1);
        let mut together: Vec<Rewrite> = Vec::new();
        for id in free.into_iter().skip(nth % step).step_by(step) {
            let symbol = known.symbol(id).unwrap();
            let fresh = format!("Renamed_{}", together.len());
            let rewrites = rename(&sources, ledger.as_ref(), &known, id, &fresh)
                .unwrap_or_else(|why| panic!("{game}: {symbol:?}: {why}"));
            let texts = written(&sources, &rewrites);
            let (other, other_ledger) = whole.with_texts(texts).sources();
            let there = names(&other, other_ledger.as_ref());
            let found = there.symbols().find(|(_, one)| one.name == fresh);
            let (again, _) = found.unwrap_or_else(|| panic!("{game}: {symbol:?}"));
            let back = match rename(&other, other_ledger.as_ref(), &there, again, &symbol.name) {
                Ok(back) => back,
                // A parameter may hide a state; nothing that is renamed may.
                Err(why) if why.contains("is taken") && there.symbols().any(|(_, one)| one.name == symbol.name) => {
                    continue;
                }
                Err(why) => panic!("{game}: {symbol:?} back: {why}"),
            };
            let texts = written(&other, &back);
            for ((_, source), (path, text)) in sources.iter().zip(&texts) {
                assert!(source.text == *text, "{game}: {path}: {symbol:?}");
            }
            together.extend(rewrites);
        }
        // One check of the game sees all of them.
        let told = check(&sources, ledger.as_ref()).diagnostics.len();
        let (other, other_ledger) = whole.with_texts(written(&sources, &together)).sources();
        let after = check(&other, other_ledger.as_ref()).diagnostics;
        assert_eq!(after.len(), told, "{game}: {after:#?}");
    }
}

/// Errata speak of rows by case and title, and of what their verdicts read.
#[test]
fn errata_name_what_they_change() {
    let rules = "game \"Small\" { sides Red, Blue }\nvalue losses(late: 0..9): 0..9 {\n    \
                 7.1 \"Always\" = late\n}\n";
    let errata = "errata \"First\" to \"Small\" source \"us\" {\n    amend 7.1 \"Always\" was = late now = 2\n    \
                  add to losses 7.4 \"Winter\" + 1 when late > 8\n}\n";
    let texts = [("rules.wgr".to_owned(), rules.to_owned()), ("errata.wgr".to_owned(), errata.to_owned())];
    let (sources, _) = read(&texts);
    let known = names(&sources, None);
    for (name, fresh, count) in [("late", "hour", 4), ("losses", "hits", 2), ("Always", "At all times", 2)] {
        let (id, _) = known.symbols().find(|(_, symbol)| symbol.name == name).unwrap();
        let rewrites = rename(&sources, None, &known, id, fresh).unwrap();
        assert_eq!(rewrites.len(), count, "{name}: {rewrites:?}");
        let (other, _) = read(&written(&sources, &rewrites));
        assert_eq!(check(&other, None).diagnostics.len(), 0, "{name}");
    }
}

/// A phase that is printed twice is named by its title: in scenes, in examples, and wherever it is printed.
#[test]
fn a_title_of_a_phase_is_renamed_wherever_the_phase_is_named_by_it() {
    let text = "game \"Small\" { sides Blue, Red\n hexes CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4 }\n\
                piece Man \"man\" { flags moved until end of firing }\norder Blue {\n Man\n B1\n}\norder Red {\n Man\n R1\n}\nstate shots: 0..9 = 0\n\
                action fire(u: Man of phasing where not it.moved) 1.1 during firing { u.moved becomes yes; shots gains 1 }\n\
                sequence { turns 1..2 {\n \
                player turns Blue { phase firing 2.1 \"First fire\" { any number of fire } }\n \
                player turns Red { phase firing 2.1 \"First fire\" { any number of fire }\n \
                phase firing 2.2 \"Second fire\" { any number of fire } } } }\n\
                victory { 9.1 \"Nobody\" = draw otherwise }\n\
                scenario start \"S\" { 0101: B1\n 0301: R1 }\n\
                scene late in firing \"Second fire\" of Red { 0101: B1\n shots 1 }\n\
                scene early in firing \"First fire\" of Red { 0101: B1\n shots 1 }\n\
                example \"On\" of 2.1 at early {\n on to firing \"Second fire\" of Red\n expect shots is 1\n}\n";
    let texts = [("rules.wgr".to_owned(), text.to_owned())];
    let (sources, _) = read(&texts);
    let known = names(&sources, None);
    let told = check(&sources, None).diagnostics;
    for (name, fresh, count) in [("First fire", "Fire at first", 3), ("Second fire", "Fire again", 3)] {
        let (id, _) = known.symbols().find(|(_, symbol)| symbol.name == name).unwrap();
        let rewrites = rename(&sources, None, &known, id, fresh).unwrap();
        assert_eq!(rewrites.len(), count, "{name}: {rewrites:?}");
        let (other, _) = read(&written(&sources, &rewrites));
        assert_eq!(check(&other, None).diagnostics.len(), told.len(), "{name}");
    }
    assert!(told.is_empty(), "{told:#?}");
}

/// A limit on several actions names a parameter of each by its one name.
#[test]
fn parameters_that_a_limit_counts_together_are_renamed_together() {
    let text = "game \"Small\" { sides Blue, Red\n hexes CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4 }\n\
                measure MP \"movement point\"\n\
                piece Man \"man\" { flags tired until end of movement }\norder Blue {\n Man\n B1\n}\norder Red {\n Man\n R1\n}\n\
                course marching(u: Man) 1.1 spends pace(u) {\n 1.1 \"A hex\" cost = 1 MP\n}\n\
                value pace(u: Man): 1..3 MP { 1.2 \"Two\" = 2 MP }\n\
                limit \"Once\" on march, rest: once per phase for each u\n\
                action march(u: Man of phasing) 1.1 during movement { 1.1 \"It goes\" phasing moves u along marching(u) }\n\
                action rest(u: Man of phasing where not it.tired) 1.3 during movement { 1.3 \"It rests\" u.tired becomes yes }\n\
                sequence { turns 1..2 { player turns Blue, Red { phase movement 2.1 \"Movement\" { any number of march, rest } } } }\n\
                victory { 9.1 \"Nobody\" = draw otherwise }\n\
                scenario start \"S\" { 0101: B1\n 0301: R1 }\n";
    let texts = [("rules.wgr".to_owned(), text.to_owned())];
    let (sources, _) = read(&texts);
    let told = check(&sources, None).diagnostics;
    assert!(told.is_empty(), "{told:#?}");
    let known = names(&sources, None);
    for of in ["action march", "action rest"] {
        let param = |(_, symbol): &(SymbolId, &wgr_compiler::Symbol)| symbol.name == "u" && symbol.of == of;
        let (id, _) = known.symbols().find(param).unwrap();
        let rewrites = rename(&sources, None, &known, id, "who").unwrap();
        let after = written(&sources, &rewrites);
        assert!(after[0].1.contains("once per phase for each who\n"), "{of}: {}", after[0].1);
        assert!(after[0].1.contains("moves who along marching(who)") && after[0].1.contains("who.tired becomes yes"));
        let (other, _) = read(&after);
        assert_eq!(check(&other, None).diagnostics.len(), 0, "{of}");
        let there = names(&other, None);
        let (again, _) = there.symbols().find(|(_, symbol)| symbol.name == "who" && symbol.of == of).unwrap();
        let back = written(&other, &rename(&other, None, &there, again, "u").unwrap());
        assert_eq!(back[0].1, text, "{of}");
    }
}

/// A line that cannot be read keeps no name elsewhere from being known.
#[test]
fn a_broken_line_keeps_the_other_names_alive() {
    let game = shipped("hard-rules/02_hit_conversion");
    let (sources, _) = game.sources();
    let whole = names(&sources, None);
    let (at, (_, text)) = game.files.iter().enumerate().find(|(_, (path, _))| path.ends_with("losses.wgr")).unwrap();
    let file = FileId(at as u32);
    let lines: Vec<&str> = text.lines().collect();
    for (broken, line) in lines.iter().enumerate() {
        // The head of an item takes what stands in it along.
        if !line.starts_with("    ") || line.trim_start().starts_with(['}', '/']) || line.ends_with(['{', ',']) {
            continue;
        }
        let mut texts = game.files.clone();
        let length = line.len();
        texts[at].1 = text.replacen(line, &format!("    ({}", "x".repeat(length.saturating_sub(5))), 1);
        assert_eq!(texts[at].1.len(), text.len());
        let (other, _) = read(&texts);
        let there = names(&other, None);
        let line_of = |offset: u32| sources.line_column(file, offset).0 as usize - 1;
        let item =
            |line: usize| lines[..=line].iter().rposition(|line| !line.starts_with([' ', '}']) && !line.is_empty());
        for mark in whole
            .marks()
            .iter()
            .filter(|mark| mark.at.file != file || item(line_of(mark.at.span.start)) != item(broken))
        {
            let symbol = whole.symbol(mark.symbol).unwrap();
            let now = there.at(mark.at.file, mark.at.span.start).and_then(|mark| there.symbol(mark.symbol));
            let gone = symbol.declared.iter().all(|at| at.file == file && item(line_of(at.span.start)) == item(broken));
            assert!(
                gone || now.is_some_and(|now| now.name == symbol.name),
                "line {}: {} at {:?} is {now:?}",
                broken + 1,
                symbol.name,
                sources.line_column(mark.at.file, mark.at.span.start)
            );
        }
    }
}
