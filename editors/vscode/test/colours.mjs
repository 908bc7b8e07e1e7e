// Holds the grammar of TextMate against the lexer of wgr, over all rules of this project.
// In: what `lexer_classes` writes, on standard input. Out: what differs, and exit 1; nothing at all to compare is a difference too.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const { OnigScanner, OnigString, loadWASM } = require("vscode-oniguruma");

const here = (path) => new URL(path, import.meta.url);
const MOST_SHOWN = 20;

async function grammar() {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const path = "../syntaxes/wgr.tmLanguage.json";
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(readFileSync(here(path), "utf8"), "wgr.tmLanguage.json"),
  });
  return registry.loadGrammar("source.wgr");
}

/** Of every UTF-16 unit of a text the number of its shade, as the lexer has it. */
function asLexed(file, length) {
  const shades = new Int8Array(length);
  let at = 0;
  for (let token = 0; token < file.tokens.length; token += 2) {
    shades.fill(file.tokens[token + 1], at, at + file.tokens[token]);
    at += file.tokens[token];
  }
  if (at !== length) throw new Error(`${file.path}: the tokens end at ${at}, the text at ${length}`);
  return shades;
}

const among = (scopes, scope) => scopes.some((has) => has === scope || has.startsWith(`${scope}.`));

/** The same as the grammar colours it. */
function asColoured(colours, text, scopes) {
  const shades = new Int8Array(text.length).fill(-1);
  let state = INITIAL;
  let start = 0;
  for (const line of text.split("\n")) {
    const coloured = colours.tokenizeLine(line, state);
    state = coloured.ruleStack;
    for (const token of coloured.tokens) {
      const shade = scopes.findIndex((scope) => among(token.scopes, scope));
      // Of a line without its end the last token may be told one longer.
      shades.fill(shade, start + token.startIndex, start + Math.min(token.endIndex, line.length));
    }
    start += line.length + 1;
  }
  return shades;
}

const lexed = JSON.parse(readFileSync(0, "utf8"));
const colours = await grammar();
const called = (shade) => (shade < 0 ? "nothing" : lexed.scopes[shade]);
const seen = new Array(lexed.scopes.length).fill(0);
let tokens = 0;
let wrong = 0;

for (const file of lexed.files) {
  const text = readFileSync(here(`../../../${file.path}`), "utf8");
  const [expected, found] = [asLexed(file, text.length), asColoured(colours, text, lexed.scopes)];
  let at = 0;
  for (let token = 0; token < file.tokens.length; token += 2) {
    const end = at + file.tokens[token];
    const shade = file.tokens[token + 1];
    tokens += 1;
    if (shade >= 0) seen[shade] += 1;
    let off = at;
    while (off < end && found[off] === expected[off]) off += 1;
    if (off < end) {
      wrong += 1;
      if (wrong <= MOST_SHOWN) {
        const line = text.slice(0, off).split("\n").length;
        const said = JSON.stringify(text.slice(at, end));
        console.log(`${file.path}:${line}: ${said} is ${called(shade)}, and is coloured as ${called(found[off])}`);
      }
    }
    at = end;
  }
}

seen.forEach((count, shade) => {
  if (count === 0) {
    wrong += 1;
    console.log(`no token is ${called(shade)}: there is nothing to compare`);
  }
});
console.log(`${lexed.files.length} files, ${tokens} tokens, ${wrong} differ`);
process.exitCode = wrong === 0 ? 0 : 1;
