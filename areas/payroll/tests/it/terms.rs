//! The terms of conversions that the banks of these tests have in their settings.

use kernel::Money;
use payroll::conversion_terms::{ConversionSettings, RateBand};

/// 3 percent above the bank's rate and none below, and a million roubles for each currency on one day.
pub(crate) fn conversion_settings() -> ConversionSettings {
    let band = RateBand { above: "3".parse().unwrap(), below: "0".parse().unwrap() };
    ConversionSettings { band, day_limit: Money::from_minor(100_000_000) }
}
