//! *runtime* knows the machine (board, state, IR, execution) and nothing of `.wgr` text.
mod bug;

pub mod board;
pub mod engine;
pub mod exec;
pub mod ir;
pub mod kernel;
pub mod script;
pub mod side_by_side;
pub mod state;
pub mod text;
pub mod verify;
