//! Part of the list that a caller wants (spec section 4.2, ACC-04).

/// The largest `limit`.
pub const LIMIT_MAX: i32 = 1000;
/// The largest `offset`: an int32.
pub const OFFSET_MAX: i32 = i32::MAX;
/// The most accounts that an answer without `limit` holds; a group of companies has a few hundred.
pub const UNLIMITED_ROWS_MAX: i64 = 100_000;

/// A part of the list. Without `limit` it is all of it, without `offset` it begins at the first account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The most accounts, 1 to [`LIMIT_MAX`].
    pub limit: Option<i32>,
    /// The number of accounts to skip, 0 to [`OFFSET_MAX`].
    pub offset: Option<i32>,
}

impl Page {
    /// Counts the most accounts, as a number of rows.
    #[must_use]
    pub fn rows_max(&self) -> i64 {
        self.limit.map_or(UNLIMITED_ROWS_MAX, i64::from)
    }

    /// Counts the accounts to skip, as a number of rows.
    #[must_use]
    pub fn rows_skipped(&self) -> i64 {
        self.offset.map_or(0, i64::from)
    }
}
