//! What set-ups print: scenarios and scenes.

use super::{Lister, Slot, Which};
use wgr_grammar::Span;
use wgr_grammar::ast::{Scene, SceneLine, SceneUnit};

impl<'t> Lister<'t, '_> {
    pub(super) fn scene(&mut self, span: Span, it: &'t Scene) {
        let Scene {
            scenario: _,
            name,
            title,
            cases,
            like,
            phase,
            printing: _,
            side,
            with,
            without,
            provisional,
            lines,
        } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.cases(&of, cases);
        self.name(of.part("like"), like.as_ref());
        self.name(of.part("in"), phase.as_ref());
        self.name(of.part("of"), side.as_ref());
        self.names(of.part("with"), with);
        self.names(of.part("without"), without);
        self.provisional(&of, provisional.as_ref());
        for line in lines {
            match line {
                SceneLine::Place { span, hex, units } => {
                    let at = |who| Slot::new(&name.text, Which::At(vec![hex.text.clone()], who));
                    self.put(at(None), *span, line);
                    for unit in units {
                        let SceneUnit { span, name: who, copies: _, with: _ } = unit;
                        self.put(at(Some(who.text.clone())), *span, unit);
                    }
                }
                SceneLine::Turns { span, cases: _, title: _, from, to } => {
                    let of = Slot::word(&name.text, "turns");
                    self.put(of.clone(), *span, line);
                    self.put(of.part("from"), from.span, from);
                    self.put(of.part("to"), to.span, to);
                    self.put(of.part("range"), from.span.to(to.span), line);
                }
                SceneLine::State { span, name: state, args, value } => {
                    let of = Slot::word(&name.text, &state.text);
                    self.put(of.clone(), *span, line);
                    for arg in args {
                        self.put(of.part("of"), arg.span, arg);
                    }
                    self.put(of.part("start"), value.span, value);
                }
                SceneLine::Broken(_) => {}
            }
        }
    }
}
