# One command is the gate.
ready:
    bash .ci/run

# The bars, as ratios in one run.
bench:
    cargo bench -p wgr-tests --bench ratios

# An archive for people without Rust: program, games, pages.
archive:
    bash .ci/archive
