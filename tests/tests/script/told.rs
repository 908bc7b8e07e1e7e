//! Whole games whose examples slip: what each is told, and what its author types.

use std::collections::BTreeSet;
use wgr_compiler::{Format, Look, render};
use wgr_runtime::script::{Report, run};
use wgr_tests::rules::{checked, is_to_be_mended, names, playable, suite, text};

#[test]
fn every_example_that_slips_is_told_what_to_type() {
    let folder = suite("told");
    for name in names(&folder) {
        let text = text(&folder.join(format!("{name}.wgr"))).unwrap();
        let mut checked = checked(&format!("suite/told/{name}.wgr"), &text, None);
        checked.messages.retain(is_to_be_mended);
        assert_eq!(render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN), "", "{name}");
        let compiled = checked.compiled.unwrap();
        let reports = run(&playable(&compiled), &compiled.scripts);
        let failing: BTreeSet<bool> = reports.iter().map(|report| report.failure.is_some()).collect();
        assert_eq!(failing.len(), 2, "{name}: some come out as they say, and some do not");
        let told: Vec<String> = reports.iter().map(told).collect();
        insta::with_settings!({ snapshot_path => "../../snap/script", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("told_{name}"), told.join("\n"));
        });
    }
}

fn told(report: &Report) -> String {
    let Some(failure) = &report.failure else { return format!("{}: holds\n", report.title) };
    let step = report.steps.last().map_or("", |step| step.text.as_str());
    let mut lines = vec![format!("{}: {}", report.title, failure.what), format!("    | {step}")];
    lines.extend(failure.expected.iter().map(|line| format!("    expected {line}")));
    lines.extend(failure.found.iter().map(|line| format!("    found    {line}")));
    lines.push(format!("    help: {}\n", failure.help));
    lines.join("\n")
}
