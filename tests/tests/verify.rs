//! The verifier: a sound program passes, and for every invariant a program that breaks it alone is told so.

#[path = "verify/any.rs"]
mod any;
#[path = "verify/broken.rs"]
mod broken;
#[path = "verify/build.rs"]
mod build;
#[path = "verify/code.rs"]
mod code;
#[path = "verify/eyes.rs"]
mod eyes;
#[path = "verify/facts.rs"]
mod facts;

use wgr_runtime::ir::{Body, Func, FuncId, FuncKind, Program};
use wgr_runtime::verify::verify;

/// The world with this change is turned down with this one message.
#[track_caller]
fn wrong(message: &str, change: impl FnOnce(&mut Program)) {
    let mut program = build::world();
    change(&mut program);
    match verify(&program) {
        Ok(_) => panic!("accepted, but wanted: {message}"),
        Err(errors) => {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            assert!(
                texts.len() == 1 && texts[0].contains(message),
                "wanted: {message}\ngot: {}",
                texts.join("\n     ")
            );
        }
    }
}

/// The world with this function more is turned down with this one message.
#[track_caller]
fn wrong_func(message: &str, func: Func) {
    wrong(message, |p| p.funcs.push(func));
}

#[track_caller]
fn right(change: impl FnOnce(&mut Program)) -> (Program, wgr_runtime::verify::Verified) {
    let mut program = build::world();
    change(&mut program);
    match verify(&program) {
        Ok(verified) => (program, verified),
        Err(errors) => {
            panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }
    }
}

#[track_caller]
fn right_func(func: Func) -> (Program, wgr_runtime::verify::Verified) {
    right(|p| p.funcs.push(func))
}

#[test]
fn a_sound_program_passes() {
    right(|_| {});
}

#[test]
fn several_errors_are_told_at_once() {
    let mut program = build::world();
    program.kinds[0].last = 9;
    program.tables[0].data.pop();
    program.main = None;
    assert_eq!(verify(&program).err().map(|e| e.len()), Some(3));
}

/// 62: told before anything is laid out.
#[test]
fn a_state_beyond_all_measure_is_refused() {
    let cells: String = (0..200).map(|at| format!("cell big{at}[int 0..1000000]: int 0..1000000\n")).collect();
    let text = format!("wgr-ir 1\nprogram \"Big\"\n{cells}procedure main() -> int 0..1 {{ return 0 }}\nmain main\n");
    let program = wgr_tests::ir_text::read(&text);
    let errors = wgr_runtime::verify::verify(&program).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].what.starts_with("the state needs 762 MiB together; at most 64."), "{}", errors[0]);
}

/// Whatever pass finds it, it is said of the function in which it is, and of no other.
#[test]
fn what_is_wrong_names_its_function() {
    type Change = fn(&mut Func);
    let breaks: [(&str, Change); 2] =
        [("declarations", |func| func.ret = None), ("shape", |func| func.params = func.locals.len() as u32 + 1)];
    for (pass, change) in breaks {
        let mut program = build::world();
        let queries = program.funcs.iter().enumerate();
        let last =
            queries.filter(|(_, func)| func.kind == FuncKind::Query && matches!(func.body, Body::Code(_))).last();
        let at = last.expect("the world has a query").0;
        change(&mut program.funcs[at]);
        let errors = verify(&program).expect_err(pass);
        let said: Vec<Option<FuncId>> =
            errors.iter().filter(|error| error.what.starts_with("in `")).map(|error| error.func).collect();
        assert!(said.contains(&Some(FuncId::new(at))), "{pass}: {errors:?}");
        let name = format!("in `{}`", program.funcs[at].name);
        for error in errors.iter().filter(|error| error.what.starts_with(&name)) {
            assert_eq!(error.func, Some(FuncId::new(at)), "{pass}: {error}");
        }
    }
}
