//! Our own mistakes are loud. Whoever meets what cannot be, whatever the rules, the files and the players say, ends here; what
//! they say wrong is a message of its own and never comes here.

/// Ends with what should not have been: a test fails, and `wgr` says that the mistake is its own.
#[macro_export]
macro_rules! bug {
    ($($what:tt)*) => {
        ::std::panic!("{}", ::std::format_args!($($what)*))
    };
}
