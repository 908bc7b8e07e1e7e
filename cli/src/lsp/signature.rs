//! What a call is asked about, while its arguments are typed. In: a text up to the cursor, and the game as it was read last.
//! Out: the head of what is called, and which of its parameters comes next.

use super::games::Game;
use super::here::{Here, Item};
use lsp_types::{ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation};

pub(crate) fn signature(text: &str, game: &Game) -> Option<SignatureHelp> {
    let item = Item::around(text);
    let here = Here { names: game.names(), item: &item };
    let (symbol, at, name) = here.call(&item.text)?;
    let sources = &game.loaded.as_ref()?.sources;
    let label = sources.text(symbol.shown?).lines().next()?.trim_end_matches('{').trim_end();
    let one = |text: &str| ParameterInformation { label: ParameterLabel::Simple(text.to_owned()), documentation: None };
    let parameters = here.parameters(name).filter_map(|parameter| Some(one(sources.text(parameter.shown?))));
    let signature = SignatureInformation {
        label: label.to_owned(),
        documentation: None,
        parameters: Some(parameters.collect()),
        active_parameter: Some(at as u32),
    };
    Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: Some(at as u32) })
}
