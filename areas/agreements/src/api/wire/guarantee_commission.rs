//! The commission for the guarantees of an agreement.

use edge::{ExactAmount, ExactDecimal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::object;

object! {
    /// Commission for guarantees.
    GuaranteeCommission {
        /// The accrual of the commission.
        accrual: CommissionAccrual,
        /// Remark.
        comment: String,
        /// A fixed commission.
        fixed_rate: CommissionFixedRate,
        /// True when individual conditions apply.
        individual_conditions: bool,
        /// True when the counterparty pays the commission.
        #[serde(rename = "isCPGuaranteePayment")]
        is_cp_guarantee_payment: bool,
        /// Penalty rate for late payment.
        late_fees_rate: ExactDecimal,
        /// The least commission.
        min_amount: CommissionMinAmount,
        /// The commission rate.
        rate: CommissionRate,
        /// The range the rate may lie in.
        rates_range: CommissionRatesRange,
        /// Tariff of the bank.
        tariff: String,
        /// The collection of the commission.
        write_off: CommissionWriteOff,
    }
}

object! {
    /// The accrual of the commission.
    CommissionAccrual {
        /// Day of the period at which it is bound.
        bound_day: i32,
        /// Procedure of collection.
        collection_procedure: String,
        /// The rule for the end of the first period.
        first_period_end_type: String,
        /// The frequency of accrual.
        frequency: String,
        /// The period.
        period: String,
        /// Kind of accrual.
        r#type: String,
        /// The shift of a collection that falls on a day off.
        write_off_transfer: String,
        /// Increased rate.
        increased_rate: ExactDecimal,
    }
}

object! {
    /// A fixed commission.
    CommissionFixedRate {
        /// The sum.
        amount: ExactAmount,
        /// Its currency.
        currency: String,
        /// True when it is in the currency of the agreement.
        in_agreement_currency: bool,
    }
}

object! {
    /// The commission rate.
    CommissionRate {
        /// Kind of rate.
        r#type: String,
        /// The rate, where it is one for all guarantees.
        rate_amount: ExactDecimal,
        /// Rates by the term of the guarantee.
        guarantee_term_rates: Vec<GuaranteeTermRate>,
        /// Rates by the kind of the guarantee.
        guarantee_type_rates: Vec<GuaranteeTypeRate>,
    }
}

object! {
    /// The rate for guarantees of some term.
    GuaranteeTermRate {
        /// Shortest term.
        from: i32,
        /// Longest term.
        to: i32,
        /// The rate.
        rate_amount: ExactDecimal,
    }
}

object! {
    /// The rate for guarantees of one kind.
    GuaranteeTypeRate {
        /// Kind of guarantee.
        guarantee_type: String,
        /// The rate.
        rate_amount: ExactDecimal,
    }
}

object! {
    /// The range the rate may lie in.
    CommissionRatesRange {
        /// The lowest rate.
        rate_from: ExactDecimal,
        /// The highest rate.
        rate_to: ExactDecimal,
    }
}

object! {
    /// The least commission.
    CommissionMinAmount {
        /// Kind of the minimum.
        r#type: String,
        /// Its currency.
        currency: String,
        /// The minimum, where it is one for all guarantees.
        amount: ExactAmount,
        /// Minimums by the kind of the guarantee.
        guarantee_type_min_amounts: Vec<GuaranteeTypeMinAmount>,
    }
}

object! {
    /// The least commission for guarantees of one kind.
    GuaranteeTypeMinAmount {
        /// Kind of guarantee.
        guarantee_type: String,
        /// Currency of the minimum.
        currency: String,
        /// The minimum.
        amount: ExactAmount,
    }
}

object! {
    /// The collection of the commission.
    CommissionWriteOff {
        /// Account number.
        account: String,
        /// Kind of the account.
        account_type: String,
        /// The rule of a partial refund.
        partial_refund: String,
        /// True when a part can be refunded.
        is_partial_refund_possible: bool,
        /// Period of collection.
        period: i32,
        /// Days until the collection of a period is due.
        period_maturity: i32,
    }
}
