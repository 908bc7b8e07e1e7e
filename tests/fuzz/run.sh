#!/usr/bin/env bash
# One fuzz target, guided by coverage, on stable Rust: `bash run.sh TARGET SECONDS`, or `bash run.sh TARGET COUNT inputs`
# until so many were tried, or `bash run.sh TARGET small` to make its kept inputs fewer. What it learns is put into `learnt`, which is not kept; what fails goes into `artifacts`.
set -euo pipefail
cd "$(dirname "$0")"
target=$1
much=${2:-600}
host=$(rustc -vV | sed -n 's/^host: //p')
# What cargo-fuzz asks of nightly by `-Zsanitizer`, asked of LLVM itself; without it a target runs and learns nothing.
guided="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
guided="$guided -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions"
# With a target named, build scripts and macros are built without the flags.
RUSTFLAGS="$guided" cargo build --release --target "$host" --bin "$target"
bin=${CARGO_TARGET_DIR:-target}/$host/release/$target
mkdir -p "learnt/$target" "artifacts/$target"
if [ "$much" = small ]; then
    mkdir "learnt/$target.all"
    mv "corpus/$target"/* "learnt/$target.all"
    "$bin" -merge=1 "corpus/$target" "learnt/$target.all" "learnt/$target"
    rm -r "learnt/$target.all"
    exit
fi
until=-max_total_time
if [ "${3:-}" = inputs ]; then until=-runs; fi
exec nice -n 19 "$bin" "$until=$much" -timeout=120 -rss_limit_mb=2048 -len_control=0 -print_final_stats=1 \
    -artifact_prefix="artifacts/$target/" "learnt/$target" "corpus/$target"
