//! What is played: statements, actions, procedures, the sequence.

mod suppose;
