//! The coverage of an agreement's guarantees.

use edge::ExactDecimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::object;

object! {
    /// Collateral of an agreement.
    Collateral {
        /// Kind of collateral.
        r#type: String,
        /// Currency of the collateral.
        currency: String,
        /// Remark.
        comment: String,
        /// Kind of coverage.
        cover_type: String,
        /// Currency of the coverage.
        cover_currency: String,
        /// The way in which the bank accrues interest on the coverage, if it does.
        bank_accrual: String,
        /// Kind of the interest rate.
        rate_type: String,
        /// Interest rate.
        rate_amount: String,
        /// Spread over the base rate.
        rate_spread: String,
        /// The frequency of interest payments.
        payment_frequency: String,
        /// Kind of the account.
        account_type: String,
        /// Account number.
        account: String,
        /// True when individual conditions apply.
        individual_conditions: bool,
        /// True when the counterparty provides the coverage.
        is_cp_cover: bool,
        /// True when the coverage is in the currency of the guarantee.
        in_guarantee_currency: bool,
        /// True when all the coverage is placed.
        all_coverage_placement: bool,
        /// Coverage in percent of the guarantee.
        cover_amount: ExactDecimal,
        /// Days by which the coverage outlasts the guarantee.
        cover_end_date: i32,
    }
}
