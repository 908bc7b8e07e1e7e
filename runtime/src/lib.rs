//! *runtime* knows the machine (board, state, IR, execution) and nothing of `.wgr` text.
mod board;
pub mod kernel;
