//! Writes the colours of Neovim: `cargo run -p wgr-tests --example vim_syntax > editors/neovim/syntax/wgr.vim`.

fn main() {
    print!("{}", wgr_tests::editors::syntax());
}
