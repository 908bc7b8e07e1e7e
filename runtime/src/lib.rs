//! *runtime* knows the machine (board, state, IR, execution) and nothing of `.wgr` text.
pub mod board;
pub mod exec;
pub mod ir;
pub mod kernel;
pub mod state;
pub mod verify;
