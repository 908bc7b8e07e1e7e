#!/usr/bin/env bash
# Tries what the folders here promise, in the editors themselves: colours in Neovim and in the engine of Visual Studio Code; a message,
# its remedy and another title in Neovim. Installs what is not there: Neovim and Node (Debian's), and the engine (npm).
set -euo pipefail
cd "$(dirname "$0")/.."
root=()
if [ "$(id -u)" != 0 ]; then root=(sudo); fi
missing=()
command -v nvim > /dev/null || missing+=(neovim)
command -v npm > /dev/null || missing+=(nodejs npm)
if [ "${#missing[@]}" -gt 0 ]; then
    "${root[@]}" apt-get update --quiet
    "${root[@]}" apt-get install --quiet --yes --no-install-recommends "${missing[@]}"
fi
# As the tests are built, so that nothing is built twice.
cargo build --workspace --locked --profile test --bin wgr --example lexer_classes
built="$(realpath "${CARGO_TARGET_DIR:-target}/debug")"
lexed="$(mktemp)"
trap 'rm -f "$lexed"' EXIT
"$built/examples/lexer_classes" > "$lexed"
bash editors/neovim/test.sh "$built/wgr"
bash editors/neovim/colours.sh "$lexed"
cd editors/vscode
npm ci --no-audit --no-fund
node test/colours.mjs < "$lexed"
