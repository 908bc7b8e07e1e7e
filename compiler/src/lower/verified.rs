//! What the lowering needs of the verifier's findings.

use wgr_runtime::ir::Type;

#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Per function, per expression.
    pub types: Vec<Vec<Type>>,
    /// Do two handlers that may be due at once not commute?
    pub order_matters: bool,
}
