//! What the suites, laws and benches share: the harness, the oracle, and the generator of programs to hold the
//! shipped machine to it with; texts of rules that say what is wrong with them.
pub mod agree;
pub mod bot;
pub mod carets;
pub mod dump;
pub mod editors;
pub mod engines;
pub mod fuzz;
pub mod generate;
pub mod grammar_page;
pub mod harness;
pub mod ir_text;
pub mod kernels;
pub mod numbers;
pub mod oracle;
pub mod plots;
pub mod rules;
pub mod shipped;
