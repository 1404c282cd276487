//! Use cases: each file is one of them and opens its units of work; no other folder of the area opens one.

pub(crate) mod read_webinar;
