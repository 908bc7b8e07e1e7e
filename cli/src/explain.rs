//! `wgr explain`: the page of a code, the meaning of a word.

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use wgr_compiler::diag::{Code, did_you_mean};

pub(crate) fn run(args: &Explain, out: &mut Out) -> Result<Exit, Failure> {
    let Some(what) = &args.what else {
        list(out);
        return Ok(Exit::Fine);
    };
    let small = what.trim().to_lowercase();
    let code = Code::named(&small);
    if let Some(code) = code {
        code.page().lines().for_each(|line| out.line(line));
        return Ok(Exit::Fine);
    }
    let known = Code::ALL.iter().map(|code| code.word());
    let near = did_you_mean(&small, "code", known);
    let near = near.unwrap_or_else(|| "`wgr explain` alone lists all codes".to_owned());
    Err(Failure::bad_use(format!("no message and no word of the language is called `{what}`: {near}")))
}

fn list(out: &mut Out) {
    let widest = Code::ALL.iter().map(|code| code.word().len()).max().unwrap_or_default();
    for code in Code::ALL {
        out.line(&format!("{:widest$}  {}", code.word(), code.summary()));
    }
}
