" Colours of wgr, for Neovim and Vim. Written by: cargo run -p wgr-tests --example vim_syntax
if exists("b:current_syntax")
  finish
endif

syntax case match
syntax sync minlines=1

syntax match wgrOperator /\<\%(against\|among\|and\|applies\|at\|from\|in\|is\|not\|of\|or\|rounded\|supposing\|than\|to\|up\|where\|within\)\>/
syntax match wgrCounting /\<\%(any\|each\|every\|greatest\|least\|most\|number\|total\)\>/
syntax match wgrLiteral /\<\%(it\|no\|none\|yes\)\>/
syntax match wgrClause /\<\%(as\|by\|even\|exactly\|exception\|for\|now\|otherwise\|provisional\|ruling\|unless\|until\|waives\|was\|when\|whenever\|with\)\>/
syntax match wgrStatement /\<\%(becomes\|chooses\|depending\|else\|gains\|goes\|if\|loses\|may\|moves\|must\|perform\|picks\|remove\|repeat\|replace\|spend\|such\|while\)\>/
syntax match wgrItem /^\%(action\|allow\|also\|box\|course\|enum\|errata\|example\|fact\|game\|hole\|kind\|knowledge\|limit\|look\|map\|marker\|measure\|never\|notation\|obligation\|option\|order\|path\|permit\|piece\|procedure\|purchase\|rule\|ruling\|scale\|scenario\|scene\|sequence\|series\|state\|table\|value\|victory\|zone\)\>/

syntax match wgrNumber /\<\d\+\%(\.\d\+\)*/
syntax match wgrNumber /\<\d\+d\d\+/
syntax match wgrNumber /\<\u\+\d*\%(\.\d\+\)\+/
syntax match wgrNumber /#\l\+\%(\.\%(\l\+\|\d\+\)\)*\%(,\l\+\%(\.\%(\l\+\|\d\+\)\)*\)*/
syntax match wgrEscape contained /\\./
syntax match wgrString /"\%([^"\\]\|\\.\)*\%("\|\\\=$\)/ contains=wgrEscape
syntax match wgrComment /\/\/.*$/ contains=@Spell
syntax match wgrNote /\/\/\/\%([^/].*\)\=$/ contains=@Spell

highlight default link wgrNote SpecialComment
highlight default link wgrEscape SpecialChar
highlight default link wgrComment Comment
highlight default link wgrString String
highlight default link wgrNumber Number
highlight default link wgrItem Structure
highlight default link wgrOperator Operator
highlight default link wgrCounting Keyword
highlight default link wgrLiteral Constant
highlight default link wgrClause Label
highlight default link wgrStatement Statement

let b:current_syntax = "wgr"
