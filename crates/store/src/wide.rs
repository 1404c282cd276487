//! Sums that leave no range, however large their parts are.
//!
//! `sum()` fails beyond 64 bits on SQLite, and its cast to `bigint` does on PostgreSQL. So a query adds up two parts
//! of each amount, the whole multiples of 2³² and the rest, both with the amount's sign, and whoever reads the two
//! columns as an `i128` has them together. Either sum holds at least 2³¹ rows, however their amounts were damaged.

/// SQL: the whole multiples of 2³² of an expression.
#[macro_export]
macro_rules! wide_high {
    ($expression:literal) => {
        concat!("(", $expression, ") / 4294967296")
    };
}

/// SQL: the rest of an expression beside [`wide_high!`].
#[macro_export]
macro_rules! wide_low {
    ($expression:literal) => {
        concat!("(", $expression, ") % 4294967296")
    };
}

/// SQL: the sum of an expression as the columns `high` and `low`, which are zero without rows.
#[macro_export]
macro_rules! wide_sum {
    ($expression:literal) => {
        concat!(
            "cast(coalesce(sum(",
            $crate::wide_high!($expression),
            "), 0) as bigint) as high, cast(coalesce(sum(",
            $crate::wide_low!($expression),
            "), 0) as bigint) as low"
        )
    };
}

/// SQL: whether two parts come to something else than zero.
#[macro_export]
macro_rules! wide_is_not_zero {
    ($high:literal, $low:literal) => {
        concat!("(", $high, " + ", $low, " / 4294967296 <> 0 or ", $low, " % 4294967296 <> 0)")
    };
}

/// The weight of the first part.
const HIGH: i128 = 1 << 32;

/// The two parts as one number.
pub(crate) fn joined(high: i64, low: i64) -> i128 {
    i128::from(high) * HIGH + i128::from(low)
}
