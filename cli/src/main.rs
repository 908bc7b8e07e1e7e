//! `wgr`, the only binary and the only crate that reads or writes files. In: a command line. Out: text on the
//! standard output, what went wrong on the standard error, and an exit code of [`Exit`]. Whatever the command line
//! and the files hold, there is a message and no panic; a reader that stops listening is no error.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

mod about;
mod action;
mod args;
mod ask;
mod at;
mod bake;
mod bots;
mod chair;
mod chance;
mod check;
mod complete;
mod cover;
mod diff;
mod drive;
mod eval;
mod exit;
mod explain;
mod files;
mod fmt;
mod helpers;
mod html;
mod keep;
mod known;
mod load;
mod lsp;
mod many;
mod mistake;
mod mutate;
mod native;
mod new;
mod odds;
mod option;
mod out;
mod pack;
mod picture;
mod play;
mod playable;
mod profile;
mod random_games;
mod review;
mod root;
mod rulings;
mod run;
mod scenario;
mod shape;
mod share;
mod sizes;
mod snap;
mod table;
mod tell;
mod test;
mod told;
mod trials;
mod typed;
mod who;
mod why;

use args::{Cli, Run, Verb};
use clap::Parser;
use exit::{Exit, Failure};
use out::{Out, tell_error};
use playable::{Purpose, load_game};
use run::Runs;
use std::path::Path;
use std::process::ExitCode;

/// A check makes and drops a great many small trees.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    wgr_runtime::side_by_side::work_with(helpers::help);
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) => {
            // Help and version come this way too; if nobody reads them there is nothing left to do.
            let _ = asked.print();
            return if asked.use_stderr() { Exit::BadUse } else { Exit::Fine }.into();
        }
    };
    match mistake::caught(|| done(&cli)) {
        Ok(exit) => exit.into(),
        Err(lines) => {
            lines.iter().for_each(|line| tell_error(line));
            Exit::Mistake.into()
        }
    }
}

fn done(cli: &Cli) -> Exit {
    let root = cli.root.as_deref();
    let mut out = Out::new();
    let done = match &cli.verb {
        Verb::Check(args) => check::run(args, root, &mut out),
        Verb::Explain(args) => explain::run(args, root, &mut out),
        Verb::Test(args) => test::test(args, root, &mut out),
        Verb::Play(args) => play::play(args, root, &mut out),
        Verb::Run(args) => run(args, root, &mut out),
        Verb::Ask(args) => ask::ask(args, root, &mut out),
        Verb::Why(args) => why::why(args, root, &mut out),
        Verb::Eval(args) => eval::eval(args, root, &mut out),
        Verb::Drive(args) => drive::drive(args, root, &mut out),
        Verb::Map(args) => picture::map(args, root, &mut out),
        Verb::Odds(args) => odds::odds(args, root, &mut out),
        Verb::New(args) => new::new(args, root, &mut out),
        Verb::Pack(args) => pack::pack(args, root, &mut out),
        Verb::Unpack(args) => pack::unpack(args, &mut out),
        Verb::Fmt(args) => fmt::run(args, root, &mut out),
        Verb::Cover(args) => cover::cover(args, root, &mut out),
        Verb::Bake(args) => bake::bake(args, root, &mut out),
        Verb::Mutate(args) => mutate::mutate(args, root, &mut out),
        Verb::Diff(args) => diff::diff(args, root, &mut out),
        Verb::Who(args) => who::who(args, root, &mut out),
        Verb::Rulings(args) => rulings::rulings(args, root, &mut out),
        Verb::Sizes(args) => sizes::sizes(args, root, &mut out),
        Verb::Lsp(args) => lsp::run(args, root),
        Verb::Completions(args) => complete::completions(args, &mut out),
        Verb::Man(args) => complete::man(args, &mut out),
    };
    let exit = match done {
        Ok(exit) => exit,
        Err(failure) => failure.told(),
    };
    out.finish(exit)
}

fn run(args: &Run, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    run::all_may_be_kept(&args.playing)?;
    let playable = load_game(&args.game, Purpose::Play, &args.errata, root)?;
    run::run(&Runs { path: &args.game, playable: &playable, playing: &args.playing }, out)
}
