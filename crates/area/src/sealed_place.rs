//! Columns with secrets that the master key seals.

use sealing::Purpose;
use store::Query;

/// A column with sealed secrets, as the replacement of the master key goes through it (LIF-09).
#[derive(Clone, Copy, Debug)]
pub struct SealedPlace {
    pub name: &'static str,
    /// The purpose that its secrets are sealed for. The key of the row is their owner.
    pub purpose: Purpose,
    /// Reads `owner` and `sealed` of rows after an owner, $1, in the order of owners, at most $2.
    pub behind: &'static Query,
    /// Puts $3 in the place of the secret $2 of an owner, $1; no row when it is another one by now.
    pub replace: &'static Query,
}
