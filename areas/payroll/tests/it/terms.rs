//! The terms of conversions that the banks of these tests have in their settings.

use kernel::Money;
use payroll::conversion_terms::ConversionSettings;

/// 3 percent, and a million roubles for each currency on one day.
pub(crate) fn conversion_settings() -> ConversionSettings {
    ConversionSettings { tolerance: "3".parse().unwrap(), day_limit: Money::from_minor(100_000_000) }
}
