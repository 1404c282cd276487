//! Messages to try the area with: the description shows them, the demo keeps them as files, the tests send them.

/// A message with two certificates, of which each is right.
pub const CERTIFICATES: &str = include_str!("../examples/certificates.xml");

/// A message with three certificates: one is right, one has a wrong control key and a wrong amount, and one corrects a
/// certificate that does not exist.
pub const PARTLY_WRONG: &str = include_str!("../examples/partly_wrong.xml");
