//! Blocks as text, for whoever looks at what native code is made from.

use super::{Body, End};
use std::fmt;

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "function {}: {} registers, {} set words", self.func, self.regs, self.words)?;
        for (id, block) in self.blocks.iter().enumerate() {
            let entered = self.entries.iter().any(|(_, at)| *at == id);
            writeln!(f, "block {id}{}", if entered { ", entered here" } else { "" })?;
            for step in &block.steps {
                for inst in &step.insts {
                    writeln!(f, "    {:>6}  {inst:?}", step.op)?;
                }
            }
            if !matches!(block.end, End::Jump(to) if to == id + 1) {
                writeln!(f, "            {:?}", block.end)?;
            }
        }
        Ok(())
    }
}
