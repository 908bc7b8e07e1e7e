//! *grammar* knows text and nothing of play. It is empty until the front end arrives: the core is proven first.
