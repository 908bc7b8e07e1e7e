//! The report as a page: what is left at the top, every mutant by its rule below.

use super::{Noticed, Sums, Told};
use crate::html::{HEAD, escaped};

const STYLE: &str = "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0}\
h2{font-size:1rem;margin:1.2rem 0 0}code{font-size:.9em}.nothing{background:#fdd}.trace{background:#ffd}\
.assertion{color:#555}.check{color:#999}.mistake{background:#fbf}</style>";

pub(super) fn page(title: &str, all: &[Told], sums: Sums) -> String {
    let title = escaped(title);
    let mut page =
        format!("{HEAD}<title>{title}: mutants</title>{STYLE}</head><body>\n<h1>{title}: mutants</h1>\n<table>\n");
    for (class, what, count) in [
        ("assertion", "noticed by an example that fails", sums.assertion),
        ("trace", "by a trace alone", sums.trace),
        ("nothing", "by nothing", sums.nothing),
        ("check", "refused by <code>wgr check</code>, and not counted", sums.check),
    ] {
        page.push_str(&format!("<tr class=\"{class}\"><td>{count}</td><td>{what}</td></tr>\n"));
    }
    page.push_str("</table>\n");
    let mut rule = String::new();
    for told in all {
        let this = told.rule();
        if this != rule {
            let close = if rule.is_empty() { "" } else { "</table>\n" };
            page.push_str(&format!("{close}<h2>{}</h2>\n<table>\n", escaped(&this)));
            rule = this;
        }
        let by = match &told.noticed {
            Noticed::Assertion(title) => format!("fails: {}", escaped(title)),
            Noticed::Trace(title) => format!("the trace of {}", escaped(title)),
            Noticed::Nothing => "nothing".to_owned(),
            Noticed::Check => "refused".to_owned(),
            Noticed::Mistake(what) => escaped(what),
        };
        page.push_str(&format!(
            "<tr class=\"{}\"><td>{}</td><td>{}</td><td>{by}</td></tr>\n",
            told.noticed.word(),
            escaped(&told.place),
            escaped(&told.what)
        ));
    }
    page.push_str("</table>\n</body></html>\n");
    page
}
