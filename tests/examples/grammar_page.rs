//! Writes the page of the grammar: `cargo run -p wgr-tests --example grammar_page > docs/language/grammar.md`.

fn main() {
    print!("{}", wgr_tests::grammar_page::written());
}
