#!/usr/bin/env bash
# Tries the folder in Neovim without a screen: the type of a file, its colours, what the server says of a broken rule, its remedy,
# and another title for a row.
# `bash editors/neovim/test.sh [WGR]`; WGR is the program, `wgr` if nothing is said. Fails if anything is missing.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
wgr="${1:-wgr}"
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
export XDG_CONFIG_HOME="$dir/config" XDG_DATA_HOME="$dir/data" XDG_STATE_HOME="$dir/state" XDG_CACHE_HOME="$dir/cache"
# A folder with signs that a search for files could take for its own.
game="$dir/a, b; c* d/river"
mkdir -p "$(dirname "$game")"
"$wgr" new "$game" > "$dir/new.log" || { cat "$dir/new.log"; exit 1; }
# As the page says: copied to where Neovim looks for plugins, and no settings at all.
mkdir -p "$XDG_DATA_HOME/nvim/site/pack/wgr/start"
cp -R "$here" "$XDG_DATA_HOME/nvim/site/pack/wgr/start/wgr"
WGR_PATH="$wgr" nvim --headless --cmd "let g:wgr_path = \$WGR_PATH" \
    -c "luafile $here/test/colours.lua" -c "luafile $here/test/server.lua" "$game/game.wgr"
WGR_PATH="$wgr" nvim --headless --cmd "let g:wgr_path = \$WGR_PATH" \
    -c "luafile $here/test/session.lua" "$game/rules/3_combat.wgr"
"$wgr" check "$game" > "$dir/check.log" || { cat "$dir/check.log"; exit 1; }
