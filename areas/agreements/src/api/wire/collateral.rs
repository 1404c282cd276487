//! What secures the guarantees of an agreement.

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
        /// Whether and how the bank accrues interest on the coverage.
        bank_accrual: String,
        /// Kind of the interest rate.
        rate_type: String,
        /// Interest rate.
        rate_amount: String,
        /// Spread over the base rate.
        rate_spread: String,
        /// How often interest is paid.
        payment_frequency: String,
        /// Kind of the account.
        account_type: String,
        /// Account number.
        account: String,
        /// Whether individual conditions apply.
        individual_conditions: bool,
        /// Whether the counterparty provides the coverage.
        is_cp_cover: bool,
        /// Whether the coverage is in the currency of the guarantee.
        in_guarantee_currency: bool,
        /// Whether all the coverage is placed.
        all_coverage_placement: bool,
        /// Coverage in percent of the guarantee.
        cover_amount: ExactDecimal,
        /// Days by which the coverage outlasts the guarantee.
        cover_end_date: i32,
    }
}
