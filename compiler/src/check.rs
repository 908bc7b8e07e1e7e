//! From texts to everything that is wrong with them.
//!
//! In: the files of a game and, where there is one, its ledger. Out: [`Checked`]: every mistake once, by place; what
//! could not be proved; and the program, where nothing is wrong. Promises: a mistake in one line silences no other; a
//! workspace answers what a first check would, sooner.

use crate::clarified;
use crate::compiled::{Compiled, Counts};
use crate::confirm::{self, set_ups::SetUps};
use crate::diag::cause::arrange;
use crate::diag::{Code, Declared, Diagnostic, Place, Severity, divided, read_as_meant, says, syntax, tidy};
use crate::findings;
use crate::layers::{Overlay, blame, over};
use crate::ledger::Ledger;
use crate::names::Names;
use crate::outline::Outline;
use crate::prepare::{self, Prepared};
use crate::prove::{self, Finding, FindingKind, Fingerprint, OpenWhat, Proof};
use crate::source::{FileId, Sources};
use crate::translate::{GameTexts, Stands, Starts, Translated, translate};
use crate::unused;
use crate::wakes;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgr_grammar::{FaultKind, Parsed, Span, SyntaxFault, ast};
use wgr_runtime::ir::{Body, FuncId, Program};
use wgr_runtime::side_by_side::{both, side_by_side};
use wgr_runtime::verify;

#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What is wrong, and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// What is not proved but watched in play, what is missing, what is provisional.
    pub open: Vec<Diagnostic>,
    pub counts: Counts,
    /// Where nothing is wrong.
    pub compiled: Option<Compiled>,
}

/// Checks a game with its scenes and examples.
pub fn check(sources: &Sources, ledger: Option<&Ledger>) -> Checked {
    check_from(sources, ledger, Starts::ScenesToo)
}

/// Checks a game; its program begins where `starts` says.
pub fn check_from(sources: &Sources, ledger: Option<&Ledger>, starts: Starts) -> Checked {
    let parsed = parsed(sources);
    let read: Vec<(FileId, &Parsed)> = parsed.iter().map(|(file, parsed)| (*file, parsed)).collect();
    let mut known = Memory { stands: Stands::once(), ..Memory::default() };
    checked(sources, (&read, ledger, starts), &mut known, &mut fresh)
}

/// So many bytes of text that nobody has read are worth a second thread.
const MUCH: usize = 1 << 16;

/// All texts, read from their beginnings.
fn parsed(sources: &Sources) -> Vec<(FileId, Parsed)> {
    let files: Vec<(FileId, &str)> = sources.iter().map(|(file, source)| (file, source.text.as_str())).collect();
    let letters = files.iter().map(|(_, text)| text.len()).sum();
    read_each(files, letters, |(file, text)| (file, wgr_grammar::parse(text)))
}

/// `letters`: how many of them are new.
fn read_each<F: Send, T: Send>(files: Vec<F>, letters: usize, read: impl Fn(F) -> T + Sync) -> Vec<T> {
    if letters < MUCH {
        return files.into_iter().map(read).collect();
    }
    side_by_side(files, || (), |(), file| read(file))
}

/// A text that errata changed, read from its beginning.
fn fresh(_: usize, _: &str, text: &str) -> Parsed {
    wgr_grammar::parse(text)
}

/// What every name of a game stands for.
pub fn names(sources: &Sources, ledger: Option<&Ledger>) -> Names {
    let parsed = parsed(sources);
    let files: Vec<(FileId, &ast::File)> = parsed.iter().map(|(file, parsed)| (*file, &*parsed.file)).collect();
    let overlay = over(sources, &files, &mut fresh);
    let trees = overlay.trees(parsed.iter().map(|(file, parsed)| (*file, &parsed.file)));
    let sources = overlay.sources(sources);
    let game = GameTexts { sources, trees: &trees, overlay: &overlay, ledger, starts: Starts::ScenesToo };
    let mut stands = Stands::once();
    translate(game, &mut stands);
    stands.names()
}

/// What was found out about a game, so that after an edit only what is new is looked at.
#[derive(Default)]
pub struct Workspace {
    files: Vec<(String, wgr_grammar::Memory)>,
    /// Texts that errata changed, the first and the second time.
    amended: [BTreeMap<String, wgr_grammar::Memory>; 2],
    known: Memory,
}

/// What was proved, what stands of all that was read, and what was found of the last programs.
#[derive(Default)]
struct Memory {
    proofs: prove::Memory,
    stands: Stands,
    whole: Looked,
    broken: Looked,
}

/// What was found of the functions of a program: of the last that was whole, or of what was left of the last broken one.
#[derive(Default)]
struct Looked {
    verified: verify::Memory,
    prints: prove::Prints,
    /// What was seen to happen. In a broken game nothing is played, so more is laid out there.
    seen: confirm::Memory,
    laid: confirm::set_ups::Memory,
}

impl Workspace {
    /// What every name stands for in the game that was checked last; the same as [`names`].
    pub fn names(&self) -> Names {
        self.known.stands.names()
    }

    /// The same as [`check`].
    pub fn check(&mut self, sources: &Sources, ledger: Option<&Ledger>, starts: Starts) -> Checked {
        // Files that are gone are forgotten; those that are still there are found by their paths.
        self.files.retain(|(path, _)| sources.iter().any(|(_, source)| source.path == *path));
        let mut letters = 0;
        for (_, source) in sources.iter() {
            if !self.files.iter().any(|(path, _)| *path == source.path) {
                self.files.push((source.path.clone(), wgr_grammar::Memory::default()));
                letters += source.text.len();
            }
        }
        let mut memories: Vec<&mut (String, wgr_grammar::Memory)> = self.files.iter_mut().collect();
        let mut files: Vec<(FileId, &mut wgr_grammar::Memory, &str)> = Vec::new();
        let mut again: Vec<(FileId, Parsed)> = Vec::new();
        for (file, source) in sources.iter() {
            match memories.iter().position(|memory| memory.0 == source.path) {
                Some(at) => files.push((file, &mut memories.swap_remove(at).1, &source.text)),
                // A path that stands there twice.
                None => again.push((file, wgr_grammar::parse(&source.text))),
            }
        }
        let mut read: Vec<(FileId, &Parsed)> =
            read_each(files, letters, |(file, memory, text)| (file, wgr_grammar::parse_again(memory, text)));
        read.extend(again.iter().map(|(file, parsed)| (*file, parsed)));
        read.sort_by_key(|(file, _)| *file);
        let amended = &mut self.amended;
        let mut reread = |time: usize, path: &str, text: &str| match amended.get_mut(time) {
            Some(known) => wgr_grammar::parse_again(known.entry(path.to_owned()).or_default(), text).clone(),
            None => wgr_grammar::parse(text),
        };
        checked(sources, (&read, ledger, starts), &mut self.known, &mut reread)
    }

    /// The same as [`outline()`](crate::outline()).
    pub fn outline(&mut self, sources: &Sources) -> Outline {
        let mut found = Outline::default();
        for (file, source) in sources.iter() {
            match self.files.iter_mut().find(|(path, _)| *path == source.path) {
                Some((_, memory)) => found.read(file, &wgr_grammar::parse_again(memory, &source.text).file),
                None => found.read(file, &wgr_grammar::parse(&source.text).file),
            }
        }
        found
    }
}

fn checked(
    sources: &Sources,
    (read, ledger, starts): (&[(FileId, &Parsed)], Option<&Ledger>, Starts),
    memory: &mut Memory,
    reread: &mut dyn FnMut(usize, &str, &str) -> Parsed,
) -> Checked {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let unread = read.iter().any(|(_, parsed)| !parsed.faults.is_empty());
    let texts = read.iter().filter(|_| unread).filter_map(|(file, _)| sources.get(*file));
    let declared = Declared::of(texts.map(|source| source.text.as_str()));
    for (file, parsed) in read {
        let text = sources.get(*file).map_or("", |source| source.text.as_str());
        if text.trim().is_empty() {
            diagnostics.push(says::empty(Place::new(*file, Span::default())));
        }
        let faults = parsed.faults.iter().enumerate();
        let told =
            faults.filter(|(at, fault)| !goes_on(text, at.checked_sub(1).and_then(|at| parsed.faults.get(at)), fault));
        diagnostics.extend(told.map(|(_, fault)| syntax(*file, text, &declared, fault)));
        diagnostics.extend(divided(*file, text));
    }
    let printed: Vec<(FileId, &ast::File)> = read.iter().map(|(file, parsed)| (*file, &*parsed.file)).collect();
    let overlay: Overlay<'_> = over(sources, &printed, reread);
    diagnostics.extend(overlay.faults(sources));
    let trees = overlay.trees(read.iter().map(|(file, parsed)| (*file, &parsed.file)));
    let files: Vec<(FileId, &ast::File)> = trees.iter().map(|(file, tree)| (*file, &**tree)).collect();
    let (written, sources) = (sources, overlay.sources(sources));
    let game = GameTexts { sources, trees: &trees, overlay: &overlay, ledger, starts };
    let mut made = translate(game, &mut memory.stands);
    let whole = diagnostics.is_empty() && made.whole();
    // A file that was not saved may be the one that holds the game.
    let unsaved = diagnostics.iter().any(|told| told.code == Code::File);
    made.told.retain(|told| !(unsaved && told.code == Code::NoGame));
    let amended = overlay.read_as_meant();
    if unread || !amended.is_empty() {
        let meant = |(file, parsed): &(FileId, &Parsed)| {
            let text = written.get(*file).map_or("", |source| source.text.as_str());
            read_as_meant(text, &parsed.faults).into_iter().map(|line| Place::new(*file, line)).collect::<Vec<_>>()
        };
        let meant: Vec<Place> = read.iter().flat_map(meant).chain(amended).collect();
        let there = |at: Place| meant.iter().any(|line| line.file == at.file && line.span.holds(at.span));
        made.told.retain(|told| !told.place().is_some_and(there));
    }
    diagnostics.append(&mut made.told);
    if whole {
        diagnostics.append(&mut made.notes);
        diagnostics.extend(clarified::wrong(written, &printed, ledger));
    }
    let mut unmet = std::mem::take(&mut made.unmet);
    let mut open: Vec<Diagnostic> = Vec::new();
    let mut counts = Counts::default();
    let program = std::mem::take(&mut made.program);
    let looked = if whole { &mut memory.whole } else { &mut memory.broken };
    let ready = if whole {
        prepare::whole(&mut looked.verified, sources, program).map_err(|told| diagnostics.extend(told)).ok()
    } else {
        prepare::broken(&mut looked.verified, program, &made.damaged, &made.assumptions)
    };
    if let Some(ready) = &ready {
        let prints = match memory.stands.once {
            true => prove::apart(&ready.program),
            false => looked.prints.prints(&ready.program, &ready.verified, &made.assumptions, &ready.since),
        };
        let (proofs, seen) = (&mut memory.proofs, &mut looked.seen);
        let mut prove = || {
            let proof = proofs.prove_by(&prints, &ready.program, &ready.verified, &made.assumptions);
            let confirmed = confirm::confirm(seen, &made, ready, (&proof.findings, &prints));
            (proof, confirmed)
        };
        let mut set_ups = whole.then(|| SetUps::new(&mut looked.laid, &made, ready, &prints));
        let (proof, confirmed) = match &mut set_ups {
            Some(set_ups) if !set_ups.are_known() => both(prove, || set_ups.play()).0,
            Some(_) | None => prove(),
        };
        let said = findings::said(sources, &made, ready, &confirmed);
        diagnostics.extend(said.wrong);
        open.extend(said.open);
        open.extend(wakes(sources, ready));
        open.extend(made.doubts.iter().cloned());
        diagnostics.extend(set_ups.into_iter().flat_map(SetUps::told));
        diagnostics.extend(idle_rulings(&made, ready, (&proof, &prints), &mut memory.proofs));
        let open = open.iter().filter(|told| told.severity == Severity::NotProved).count();
        counts = Counts { proved: proof.proved, open: open as u32, situations: proof.tried };
    }
    for one in &made.unsettled {
        let say = if one.hole { says::hole } else { says::provisional };
        open.push(say(&one.what, &one.ground, one.at));
    }
    // A slip elsewhere may be why nobody uses something.
    if whole && diagnostics.iter().all(|told| told.severity != Severity::Wrong) {
        diagnostics.extend(memory.stands.unused(|| unused::notes(sources, &files)));
        diagnostics.append(&mut unmet);
        unused::allow(&files, &mut diagnostics, &mut open);
    }
    diagnostics.iter_mut().chain(&mut open).for_each(|told| told.written(sources));
    blame(&overlay, sources, &printed, &mut diagnostics);
    blame(&overlay, sources, &printed, &mut open);
    arrange(sources, &printed, &mut diagnostics, &mut open);
    tidy(&mut diagnostics);
    tidy(&mut open);
    let fine = diagnostics.iter().all(|told| told.severity != Severity::Wrong);
    let compiled = match ready {
        Some(ready) if whole && fine => Some(Compiled::new(
            ready.program,
            made,
            ready.verified,
            trees.iter().map(|(_, tree)| Arc::clone(tree)).collect(),
        )),
        Some(_) | None => None,
    };
    Checked { diagnostics, open, counts, compiled }
}

/// Rules that may wake each other.
fn wakes(sources: &Sources, ready: &Prepared) -> Vec<Diagnostic> {
    let rings = wakes::rings(&ready.program, &ready.verified);
    let named = |at: usize| {
        let trigger = ready.program.triggers.get(at)?;
        let site = ready.program.sites.get(trigger.site.index())?;
        Some((site.name(), sources.place(trigger.at)?))
    };
    let rings = rings.into_iter().map(|ring| ring.into_iter().filter_map(named).collect::<Vec<_>>());
    rings.map(|rules| says::wake_each_other(&rules)).collect()
}

/// Rulings `"A" over "B"` without which the same would be found: there is nothing that they decide.
fn idle_rulings(
    made: &Translated,
    ready: &Prepared,
    (proof, prints): (&Proof, &[Fingerprint]),
    proofs: &mut prove::Memory,
) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for (at, func) in ready.program.funcs.iter().enumerate() {
        let (id, Body::Rows(rows)) = (FuncId::new(at), &func.body) else { continue };
        if ready.doubtful.contains(&id) || made.damaged.contains(&id) {
            continue;
        }
        for (index, ruling) in rows.rulings.iter().enumerate() {
            let Some(print) = prints.get(at) else { continue };
            let without = || {
                let mut without = Program::clone(&ready.program);
                if let Some(Body::Rows(rows)) = without.funcs.get_mut(at).map(|func| &mut func.body) {
                    rows.rulings.remove(index);
                }
                without
            };
            let known = (proof, &*ready.verified);
            let other = proofs.prove_one((id, prove::changed(*print, index)), known, &made.assumptions, without);
            if clashes(&other, id) != clashes(&proof.findings, id) {
                continue;
            }
            let title = |row: wgr_runtime::ir::RowIx| {
                let site = rows.rows.get(row.index()).and_then(|row| ready.program.sites.get(row.site.index()));
                site.map_or_else(String::new, |site| format!("\"{}\"", site.title))
            };
            let site = ready.program.sites.get(ruling.site.index());
            let name = site.and_then(|site| site.title.strip_prefix("ruling ")).unwrap_or_default();
            if let Some((name, place)) = made.rulings.iter().find(|(known, _)| known == name) {
                told.push(says::idle_ruling(name, &title(ruling.over), &title(ruling.under), *place));
            }
        }
    }
    told
}

/// What is found of rows that answer at once.
fn clashes(findings: &[Finding], of: FuncId) -> Vec<&Finding> {
    let about = |finding: &&Finding| {
        matches!(finding.kind, FindingKind::Clash { .. } | FindingKind::Open { what: OpenWhat::Clash { .. }, .. })
    };
    findings.iter().filter(|finding| finding.func == of).filter(about).collect()
}

/// Is this the end of a bracket that the line before left open?
fn goes_on(text: &str, before: Option<&SyntaxFault>, fault: &SyntaxFault) -> bool {
    let open =
        before.filter(|before| before.kind == FaultKind::UnclosedBracket && fault.kind == FaultKind::StrayBracket);
    let between = open.and_then(|open| text.get(open.span.end as usize..fault.span.start as usize));
    between.is_some_and(|between| between.matches('\n').count() == 1)
}
