//! A report as text, to be read beside the rulebook and locked by a snapshot. It names everything and numbers nothing;
//! the same report gives the same text. Of a value whose rows an `expect` names it tells the rows, and nothing of the
//! questions behind them: what one value is made of stands where that value is expected.

use super::report::{Event, Report, StepReport};

/// Everything that happened, step by step.
pub fn trace(report: &Report) -> String {
    let cases = if report.cases.is_empty() { String::new() } else { format!(" of {}", report.cases.join(", ")) };
    let mut lines = vec![format!("example \"{}\"{cases}", report.title)];
    for step in &report.steps {
        of_step(step, &mut lines);
    }
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

fn of_step(step: &StepReport, lines: &mut Vec<String>) {
    lines.push(String::new());
    lines.push(step.text.clone());
    for event in &step.events {
        match event {
            Event::Asked { who, rule, offered } => lines.push(format!("  {who}, {rule}: {offered}")),
            Event::Picked { name } => lines.push(format!("    > {name}")),
            Event::Only { who, rule, name } => lines.push(format!("  {who}, {rule}: only {name}")),
            Event::Fell(what) => lines.push(format!("  {what}")),
            Event::Changed(what) => lines.push(format!("      {what}")),
            Event::Stands(what) => lines.push(format!("  {what}")),
            Event::Why(why) => lines.extend(why.alone().in_short().iter().map(|line| format!("  {line}"))),
            Event::Behind(_) => {}
            Event::RefusedBy(rows) => lines.extend(rows.iter().map(|row| format!("  refused by {row}"))),
            Event::Over(result) => lines.push(format!("  over: {result}")),
        }
    }
}
