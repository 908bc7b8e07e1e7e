//! Writes the colours of Visual Studio Code: `cargo run -p wgr-tests --example textmate > editors/vscode/syntaxes/wgr.tmLanguage.json`.

fn main() {
    print!("{}", wgr_tests::editors::grammar());
}
