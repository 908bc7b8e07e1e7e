//! The colours of Neovim and Vim. In: the word list. Out: a syntax file.

use super::{SHADES, Shade, words};
use wgr_grammar::WordClass;

const HEAD: &str = r#"" Colours of wgr, for Neovim and Vim. Written by: cargo run -p wgr-tests --example vim_syntax
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax sync minlines=1
"#;

/// What is no word; of two patterns that match at one place, Vim takes the one that stands later.
const MARKS: &str = r##"syntax match wgrNumber /\<\d\+\%(\.\d\+\)*/
syntax match wgrNumber /\<\d\+d\d\+/
syntax match wgrNumber /\<\u\+\d*\%(\.\d\+\)\+/
syntax match wgrNumber /#\l\+\%(\.\%(\l\+\|\d\+\)\)*\%(,\l\+\%(\.\%(\l\+\|\d\+\)\)*\)*/
syntax match wgrEscape contained /\\./
syntax match wgrString /"\%([^"\\]\|\\.\)*\%("\|\\\=$\)/ contains=wgrEscape
syntax match wgrComment /\/\/.*$/ contains=@Spell
syntax match wgrNote /\/\/\/\%([^/].*\)\=$/ contains=@Spell

highlight default link wgrNote SpecialComment
highlight default link wgrEscape SpecialChar
"##;

fn of_words(class: WordClass) -> String {
    let (group, _) = Shade::Word(class).group();
    // A word in the first column that opens an item is no other word.
    let place = if class == WordClass::Item { "^" } else { r"\<" };
    format!("syntax match {group} /{place}\\%({}\\)\\>/\n", words(class).join(r"\|"))
}

/// `editors/neovim/syntax/wgr.vim`.
pub fn syntax() -> String {
    let classes = [
        WordClass::Operator,
        WordClass::Counting,
        WordClass::Literal,
        WordClass::Clause,
        WordClass::Statement,
        WordClass::Item,
    ];
    let words: String = classes.map(of_words).concat();
    let links = SHADES.map(Shade::group).map(|(group, link)| format!("highlight default link {group} {link}\n"));
    format!("{HEAD}\n{words}\n{MARKS}{}\nlet b:current_syntax = \"wgr\"\n", links.concat())
}
