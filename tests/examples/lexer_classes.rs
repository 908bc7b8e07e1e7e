//! Writes what the lexer says of every token of all rules: `cargo run -p wgr-tests --example lexer_classes | node editors/vscode/test/colours.mjs`.

fn main() {
    print!("{}", wgr_tests::editors::tokens_of_all());
}
