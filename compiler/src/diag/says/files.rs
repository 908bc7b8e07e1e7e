//! Files as such.

use crate::diag::{Code, Diagnostic, Mark, Place};

/// It is empty, or holds nothing but blanks.
pub(crate) fn empty(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::File, "there is nothing in this file")
        .at(at, "")
        .marked(Mark::EmptyFile)
        .why("most often it was not saved, or was saved elsewhere")
        .help("write an item, like `measure step`, or what the file is for behind `//`, or take it away")
}
