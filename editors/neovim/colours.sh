#!/usr/bin/env bash
# Lets Neovim colour every rule of this project, and holds it against the lexer of wgr. Prints what differs, and fails then.
# `bash editors/neovim/colours.sh [LEXED]`; LEXED is what `lexer_classes` writes, made here if nothing is said.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$here/../.."
lexed="${1:-$dir/lexed.json}"
if [ $# = 0 ]; then cargo run --quiet --package wgr-tests --example lexer_classes > "$lexed"; fi
LEXED="$lexed" nvim --headless -u NONE --cmd "set runtimepath^=$here" -c "syntax on" -c "luafile $here/test/lexer.lua"
