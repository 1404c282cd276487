//! Part of the list that a caller wants (spec section 4.2, ACC-04).

pub const LIMIT_MAX: i32 = 1000;
/// The most accounts that an answer without `limit` holds, which is written as it is read; a group of companies has a
/// few hundred.
pub const UNLIMITED_ROWS_MAX: i32 = 1_000_000;
/// Accounts that are read at once for such an answer.
pub(crate) const PART_ROWS: i32 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The most accounts: 1 to [`LIMIT_MAX`], or [`UNLIMITED_ROWS_MAX`] for a caller who did not say.
    pub limit: i32,
    /// The number of accounts to skip, 0 or more.
    pub offset: i32,
}
