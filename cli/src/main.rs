//! `wgr`, the only binary and the only crate that reads or writes files. In: a command line. Out: text on the
//! standard output, what went wrong on the standard error, and an exit code of [`Exit`]. Whatever the command line
//! and the files hold, there is a message and no panic; a reader that stops listening is no error.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

mod args;
mod check;
mod exit;
mod explain;
mod files;
mod fine;
mod ir;
mod load;
mod many;
mod out;
mod picks;
mod play;
mod program;
mod tell;

use args::{Cli, Verb};
use clap::Parser;
use exit::Exit;
use out::Out;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) => {
            // Help and version come this way too; if nobody reads them there is nothing left to do.
            let _ = asked.print();
            return if asked.use_stderr() { Exit::BadUse } else { Exit::Fine }.into();
        }
    };
    let mut out = Out::new();
    let done = match &cli.verb {
        Verb::Check(args) => check::run(args, &mut out),
        Verb::Explain(args) => explain::run(args, &mut out),
        Verb::Ir(args) => ir::run(args, &mut out),
    };
    let exit = match done {
        Ok(exit) => exit,
        Err(failure) => failure.told(),
    };
    out.finish(exit).into()
}
