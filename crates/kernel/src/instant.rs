//! A moment of time as the database keeps it.

use std::fmt;

/// A moment in UTC, in microseconds since 1970-01-01T00:00:00Z. The unit every table stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(i64);

impl Instant {
    /// The moment that lies `microseconds` after the start of 1970 in UTC.
    pub const fn from_microseconds(microseconds: i64) -> Self {
        Self(microseconds)
    }

    /// Microseconds since the start of 1970 in UTC.
    pub const fn microseconds(self) -> i64 {
        self.0
    }

    /// Whole seconds since the start of 1970 in UTC, rounded down: the `NumericDate` of RFC 7519.
    pub const fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// The moment at whole `seconds` since the start of 1970; saturates at the ends of the range.
    pub const fn from_unix_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1_000_000))
    }

    /// The moment `seconds` later (earlier when negative); saturates at the ends of the range.
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1_000_000)))
    }

    /// Microseconds from `earlier` to this moment; negative when `earlier` is later.
    pub const fn microseconds_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The same moment as a [`jiff::Timestamp`]; outside of jiff's range, its nearest end.
    pub fn to_timestamp(self) -> jiff::Timestamp {
        jiff::Timestamp::from_microsecond(self.0).unwrap_or(if self.0 < 0 {
            jiff::Timestamp::MIN
        } else {
            jiff::Timestamp::MAX
        })
    }
}

impl From<jiff::Timestamp> for Instant {
    fn from(timestamp: jiff::Timestamp) -> Self {
        Self(timestamp.as_microsecond())
    }
}

/// RFC 3339 in UTC, as logs write it.
impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_timestamp().fmt(formatter)
    }
}
