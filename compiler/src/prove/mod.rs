//! The prover.
mod assume;
mod check;
mod code;
mod eval;
mod facts;
mod finding;
mod inline;
mod rows;
mod search;
mod sets;
mod shape;
mod space;
mod term;
mod witness;

pub use finding::{Assumption, Finding, FindingKind, OpenWhat, Proof, Witness};

use check::Checker;
use facts::Facts;
use wgr_runtime::ir::{Body, FuncId, Program};
use wgr_runtime::verify::Verified;

/// Everything that can be said of a program's rows before it runs.
pub fn prove(program: &Program, verified: &Verified, assumptions: &[Assumption]) -> Proof {
    let mut facts = Facts::new(program);
    let mut proof = Proof::default();
    for (at, func) in program.funcs.iter().enumerate() {
        let id = FuncId::new(at);
        let mut checker = Checker::new(&mut facts, (program, verified), assumptions);
        if let Body::Rows(rows) = &func.body {
            checker.rows(id, rows);
        }
        let result = checker.done();
        proof.findings.extend(result.kinds.into_iter().map(|kind| Finding { func: id, kind }));
        proof.proved += result.proved;
        proof.tried += result.tried;
    }
    proof
}
