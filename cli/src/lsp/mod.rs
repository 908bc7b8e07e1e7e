//! `wgr lsp`: a language server.
//!
//! In: messages of the Language Server Protocol on the standard input. Out: messages on the standard output; an exit code
//! of 0 where the editor said good-bye, 1 where it went without a word, 2 where it sent what is no message. Promises:
//! after any series of edits an editor has been told what a fresh check would tell; what it asks is answered once, also
//! where it called that off; no message ends the server but `exit` and what is no message.

mod answers;
mod conversation;
mod documents;
mod folds;
mod games;
mod here;
mod highlight;
mod hints;
mod hover;
#[cfg(test)]
mod laws;
mod layout;
mod meant;
mod mends;
mod messages;
mod positions;
mod renames;
mod server;
mod signature;
mod suggest;
mod symbols;
mod uri;

pub(crate) use conversation::run;
