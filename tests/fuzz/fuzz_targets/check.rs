//! The body is `wgr_tests::fuzz::check`, which the ordinary tests call too.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wgr_tests::fuzz::check(bytes));
