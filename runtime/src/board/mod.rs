//! board
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSpec {}
