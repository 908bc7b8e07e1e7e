//! *runtime* knows the machine (board, state, IR, execution) and nothing of `.wgr` text.
mod board;
mod kernel;

pub use board::{
    Board, BoardError, BoardSpec, ColumnsRun, Dir, Disc, Hex, Line, MapEdge, Order, Parity, Ray,
    RayStep, Ring, RowsRun, Side, Top,
};
