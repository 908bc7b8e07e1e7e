#!/usr/bin/env bash
# Lets Neovim colour every rule of this project, and holds it against the lexer of wgr. Prints what differs, and fails then.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$here/../.."
cargo run --quiet --package wgr-tests --example lexer_classes > "$dir/lexed.json"
LEXED="$dir/lexed.json" nvim --headless -u NONE --cmd "set runtimepath^=$here" -c "syntax on" -c "luafile $here/test/lexer.lua"
