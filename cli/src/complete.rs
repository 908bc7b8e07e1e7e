//! `wgr completions` and `wgr man`: the command line, for shells and as a page.

use crate::args::{Cli, Completions, Man};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use clap::{Command, CommandFactory};

pub(crate) fn completions(args: &Completions, out: &mut Out) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wgr", &mut script);
    out.drawn(&String::from_utf8_lossy(&script));
    Ok(Exit::Fine)
}

/// The command with all its verbs on one page, a page each behind the other.
pub(crate) fn man(_: &Man, out: &mut Out) -> Result<Exit, Failure> {
    let mut root = Cli::command();
    root.build();
    let mut page = Vec::new();
    let verbs: Vec<Command> = root.get_subcommands().filter(|verb| verb.get_name() != "help").cloned().collect();
    for one in std::iter::once(root).chain(verbs) {
        let name = one.get_bin_name().unwrap_or("wgr").replace(' ', "-");
        let written = clap_mangen::Man::new(one).title(name).render(&mut page);
        written.map_err(|error| Failure::bad_use(format!("the manual cannot be written: {error}")))?;
    }
    out.drawn(&String::from_utf8_lossy(&page));
    Ok(Exit::Fine)
}
