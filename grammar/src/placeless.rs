//! What a tree says, as bytes. In: any part of a tree. Out: bytes that are the same if and only if it says the same,
//! wherever it stands, on every machine.

use std::hash::{Hash, Hasher};

/// The tree without its places: see [`Span`](crate::Span).
pub fn placeless(tree: &impl Hash) -> Vec<u8> {
    let mut bytes = Bytes(Vec::new());
    tree.hash(&mut bytes);
    bytes.0
}

/// Keeps what it is given.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    // Numbers are of one length and order everywhere.
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }
    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }
    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn write_i32(&mut self, number: i32) {
        self.write(&number.to_le_bytes());
    }
    fn write_i64(&mut self, number: i64) {
        self.write(&number.to_le_bytes());
    }
    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }

    /// Nobody asks for a number.
    fn finish(&self) -> u64 {
        0
    }
}
