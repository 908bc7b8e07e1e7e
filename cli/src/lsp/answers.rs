//! What an editor may ask, one arm a request. Where an answer rests on what was checked, that is brought up to date first.

use super::documents::key;
use super::folds::folds;
use super::games::{Game, Which};
use super::highlight::{highlight, legend};
use super::hints::hints;
use super::hover::hover;
use super::layout::layout;
use super::meant::{declarations, highlights, references, types};
use super::mends::mends;
use super::messages::Sheets;
use super::positions::{Encoding, Lines};
use super::renames;
use super::server::{Refused, Server, read};
use super::signature::signature;
use super::suggest::suggest;
use super::symbols;
use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionKind, CodeActionParams, CompletionParams, DocumentFormattingParams, DocumentHighlightParams,
    DocumentSymbolParams, FoldingRangeParams, GotoDefinitionParams, HoverParams, InlayHintParams, Position,
    ReferenceParams, RenameParams, SemanticTokens, SemanticTokensParams, SignatureHelpParams,
    TextDocumentPositionParams, Uri, WorkspaceSymbolParams,
};
use serde_json::{Value, json};

/// What the server offers.
pub(crate) fn abilities(encoding: Encoding) -> Value {
    // 2: edits alone are sent.
    let sync = json!({ "openClose": true, "change": 2, "save": true });
    json!({
        "capabilities": {
            "positionEncoding": encoding.kind(),
            "textDocumentSync": sync,
            "codeActionProvider": { "codeActionKinds": [CodeActionKind::QUICKFIX] },
            "documentFormattingProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "foldingRangeProvider": true,
            "semanticTokensProvider": { "legend": legend(), "full": true },
            "completionProvider": { "triggerCharacters": ["\"", "."] },
            "signatureHelpProvider": { "triggerCharacters": ["(", ",", "["] },
            "hoverProvider": true,
            "typeDefinitionProvider": true,
            "definitionProvider": true,
            "declarationProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "inlayHintProvider": true,
        },
        "serverInfo": { "name": "wgr", "version": env!("CARGO_PKG_VERSION") },
    })
}

pub(crate) fn answer(server: &mut Server, method: &str, params: Value) -> Result<Value, Refused> {
    let encoding = server.encoding;
    match method {
        "textDocument/codeAction" => {
            let asked: CodeActionParams = read(params)?;
            server.settle();
            Ok(quick_fixes(server, &asked))
        }
        "textDocument/formatting" => {
            let asked: DocumentFormattingParams = read(params)?;
            let edits = layout(text(server, &asked.text_document.uri)?, encoding);
            edits.map(|edits| json!(edits)).map_err(|what| Refused { code: ErrorCode::RequestFailed, what })
        }
        "textDocument/documentSymbol" => {
            let asked: DocumentSymbolParams = read(params)?;
            Ok(json!(symbols::of_document(text(server, &asked.text_document.uri)?, encoding)))
        }
        "workspace/symbol" => {
            let asked: WorkspaceSymbolParams = read(params)?;
            server.settle();
            Ok(json!(symbols::of_games(server.games.values_mut(), &asked.query, &server.documents, encoding)))
        }
        "textDocument/foldingRange" => {
            let asked: FoldingRangeParams = read(params)?;
            Ok(json!(folds(&Lines::new(text(server, &asked.text_document.uri)?, encoding))))
        }
        "textDocument/semanticTokens/full" => {
            let asked: SemanticTokensParams = read(params)?;
            let data = highlight(text(server, &asked.text_document.uri)?, encoding);
            Ok(json!(SemanticTokens { result_id: None, data }))
        }
        "textDocument/hover" => {
            let at = read::<HoverParams>(params)?.text_document_position_params;
            if let Some(game) = game_of(server, &at.text_document.uri) {
                game.outline();
            }
            Ok(json!(asked_of(server, &at.text_document.uri, |which, game| hover(server, which, game, &at)).flatten()))
        }
        "textDocument/definition" | "textDocument/declaration" => {
            let at = read::<GotoDefinitionParams>(params)?.text_document_position_params;
            server.settle();
            Ok(json!(asked_of(server, &at.text_document.uri, |_, game| declarations(server, game, &at))))
        }
        "textDocument/typeDefinition" => {
            let at = read::<GotoDefinitionParams>(params)?.text_document_position_params;
            server.settle();
            Ok(json!(asked_of(server, &at.text_document.uri, |_, game| types(server, game, &at))))
        }
        "textDocument/signatureHelp" => {
            let at = read::<SignatureHelpParams>(params)?.text_document_position_params;
            let before = up_to(text(server, &at.text_document.uri)?, at.position, encoding);
            Ok(json!(asked_of(server, &at.text_document.uri, |_, game| signature(before, game)).flatten()))
        }
        "textDocument/references" => {
            let asked: ReferenceParams = read(params)?;
            let (at, with) = (asked.text_document_position, asked.context.include_declaration);
            server.settle();
            Ok(json!(asked_of(server, &at.text_document.uri, |which, game| references(
                server,
                (which, game),
                &at,
                with
            ))))
        }
        "textDocument/documentHighlight" => {
            let at = read::<DocumentHighlightParams>(params)?.text_document_position_params;
            server.settle();
            Ok(json!(asked_of(server, &at.text_document.uri, |_, game| highlights(server, game, &at))))
        }
        "textDocument/prepareRename" => {
            let at: TextDocumentPositionParams = read(params)?;
            server.settle();
            let done = asked_of(server, &at.text_document.uri, |_, game| renames::prepare(server, game, &at));
            done.unwrap_or(Ok(Value::Null))
        }
        "textDocument/rename" => {
            let asked: RenameParams = read(params)?;
            let (at, new) = (asked.text_document_position, asked.new_name);
            server.settle();
            let done = asked_of(server, &at.text_document.uri, |which, _| renames::rewritten(server, which, &at, &new));
            done.map_or(Ok(Value::Null), |edit| edit.map(|edit| json!(edit)))
        }
        "textDocument/inlayHint" => {
            let asked: InlayHintParams = read(params)?;
            server.settle();
            Ok(json!(asked_of(server, &asked.text_document.uri, |_, game| hints(server, game, &asked))))
        }
        "textDocument/completion" => {
            let asked = read::<CompletionParams>(params)?.text_document_position;
            let text = text(server, &asked.text_document.uri)?;
            let before = up_to(text, asked.position, encoding);
            let uri = &asked.text_document.uri;
            // What was read last knows enough: nobody waits for a check while a word is typed.
            let known = asked_of(server, uri, |_, game| suggest(before, asked.position, game));
            Ok(json!(known.unwrap_or_else(|| suggest(before, asked.position, &Game::default()))))
        }
        _ => Err(Refused { code: ErrorCode::MethodNotFound, what: format!("`{method}` is not known here") }),
    }
}

fn text<'s>(server: &'s Server, uri: &Uri) -> Result<&'s str, Refused> {
    let refused = || Refused { code: ErrorCode::InvalidParams, what: format!("{} is not open", uri.as_str()) };
    server.documents.text(uri).ok_or_else(refused)
}

fn up_to(text: &str, at: Position, encoding: Encoding) -> &str {
    text.get(..Lines::new(text, encoding).offset(at)).unwrap_or_default()
}

/// The game of a document, as it is now.
fn game_of<'s>(server: &'s mut Server, uri: &Uri) -> Option<&'s mut Game> {
    server.settle();
    let which = server.which(&key(uri))?;
    server.games.get_mut(&which)
}

/// What a game says of a document; nothing where it has none.
fn asked_of<T>(server: &Server, uri: &Uri, ask: impl FnOnce(&Which, &Game) -> T) -> Option<T> {
    let which = server.which(&key(uri))?;
    let game = server.games.get(&which)?;
    Some(ask(&which, game))
}

fn quick_fixes(server: &Server, asked: &CodeActionParams) -> Value {
    let wanted = |kinds: &Vec<CodeActionKind>| {
        kinds.iter().any(|kind| *kind == CodeActionKind::QUICKFIX || *kind == CodeActionKind::EMPTY)
    };
    let path = key(&asked.text_document.uri);
    let game = server
        .which(&path)
        .and_then(|which| server.games.get(&which))
        .filter(|_| asked.context.only.as_ref().is_none_or(wanted));
    let found = game.and_then(|game| {
        let sheets = Sheets::new(game.loaded.as_ref()?, &server.documents, server.encoding);
        Some(mends(game, &sheets, &path, asked.range))
    });
    json!(found.unwrap_or_default())
}
