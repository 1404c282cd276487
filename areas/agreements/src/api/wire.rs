//! The agreement of spec section 2.8, written once: it is the answer, the row of the import file and the document
//! in the table. The area computes nothing from it, so a second set of the same hundred fields would only be a place
//! for mistakes.
//!
//! The import checks a document by reading it into these types and stores it as they write it; answers pass it on as it
//! is (`written.rs`). Whoever renames a field or changes its form therefore adds a migration that writes the stored
//! documents anew.

use edge::{ExactAmount, ExactDecimal};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Objects of spec section 2.8: every field is optional, absent ones are left out, and a field that is not listed
/// is refused where the bank loads the object, because with nothing required a misspelt name would go unnoticed.
macro_rules! objects {
    ($($(#[$documentation:meta])* $name:ident { $($(#[$field_attribute:meta])* $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$documentation])*
            #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            pub(crate) struct $name {
                $(
                    $(#[$field_attribute])*
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    pub(crate) $field: Option<$type>,
                )+
            }
        )+
    };
}

objects! {
    /// A trade-finance guarantee agreement.
    #[expect(clippy::struct_field_names, reason = "the specification names the field agreementDate")]
    Agreement {
        /// Agreement version id.
        id: i64,
        /// Agreement id, the same for all versions of one agreement.
        business_key: String,
        /// Agreement number.
        number: String,
        /// Facility type code.
        facility_type: String,
        /// Facility label.
        facility_type_name: String,
        /// Agreement status. The bank's own code; new codes may appear.
        status: String,
        /// Status name.
        status_name: String,
        /// End of validity.
        #[schema(value_type = Option<String>, format = Date)]
        end_date: Date,
        /// Guarantees issued under the agreement.
        guarantees_count: i32,
        /// Agreement amount.
        amount: ExactAmount,
        /// Agreement currency.
        currency: String,
        /// Limit availability period.
        #[schema(value_type = Option<String>, format = Date)]
        dead_line_date: Date,
        /// True when guarantees may be issued for third parties.
        third_party: bool,
        /// Date of the agreement.
        #[schema(value_type = Option<String>, format = Date)]
        agreement_date: Date,
        /// True when guarantees may be issued in several currencies.
        multi_currency: bool,
        /// Sums of issued guarantees by currency.
        guarantee_sums: Vec<GuaranteeSum>,
        /// Additional agreements.
        additional_agreements: Vec<AdditionalAgreement>,
        /// Collateral.
        collateral: Collateral,
        /// Commission for guarantees.
        guarantee_commission: GuaranteeCommission,
    }

    /// The sum of the guarantees issued in one currency.
    GuaranteeSum {
        /// The number of guarantees.
        count: i32,
        /// Currency of the sum.
        sum_currency: String,
        /// The sum.
        sum: ExactAmount,
    }

    /// An additional agreement.
    AdditionalAgreement {
        /// Number of the edition.
        edition_number: String,
        /// Date of the edition.
        #[schema(value_type = Option<String>, format = Date)]
        edition_date: Date,
    }

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

    /// A fixed commission.
    CommissionFixedRate {
        /// The sum.
        amount: ExactAmount,
        /// Its currency.
        currency: String,
        /// True when it is in the currency of the agreement.
        in_agreement_currency: bool,
    }

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

    /// The rate for guarantees of some term.
    GuaranteeTermRate {
        /// Shortest term.
        from: i32,
        /// Longest term.
        to: i32,
        /// The rate.
        rate_amount: ExactDecimal,
    }

    /// The rate for guarantees of one kind.
    GuaranteeTypeRate {
        /// Kind of guarantee.
        guarantee_type: String,
        /// The rate.
        rate_amount: ExactDecimal,
    }

    /// The range the rate may lie in.
    CommissionRatesRange {
        /// The lowest rate.
        rate_from: ExactDecimal,
        /// The highest rate.
        rate_to: ExactDecimal,
    }

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

    /// The least commission for guarantees of one kind.
    GuaranteeTypeMinAmount {
        /// Kind of guarantee.
        guarantee_type: String,
        /// Currency of the minimum.
        currency: String,
        /// The minimum.
        amount: ExactAmount,
    }

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

/// The answer of the list.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the description; `written.rs` writes the answer around stored documents")]
pub(crate) struct AgreementsList {
    /// The agreements of the companies asked for, each in its latest version, ordered by id.
    pub(crate) agreements: Vec<Agreement>,
}

/// The body of every error but 403.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AgreementsGatewayError {
    /// The error in words.
    #[schema(example = "Required tokens are missing: send `Id-Token: <id_token>`")]
    pub(crate) message: String,
    /// The HTTP status again.
    #[schema(example = 401)]
    pub(crate) http_status_code: u16,
}

/// The body of 403.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AgreementsForbiddenError {
    /// Exactly one error.
    pub(crate) errors: [AuthorizationError; 1],
}

/// The reason for which access is denied.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuthorizationError {
    /// Always `AuthorizationError`.
    #[schema(example = "AuthorizationError")]
    pub(crate) code: &'static str,
    /// A sentence for people.
    #[schema(example = "Access denied")]
    pub(crate) detail: &'static str,
    /// Nothing more is told, so that a foreign agreement looks exactly like an absent one.
    pub(crate) meta: AgreementsErrorMeta,
    /// The trace id of the request.
    #[schema(example = "4bf92f3577b34da6a3ce929d0e0e4736")]
    pub(crate) id: String,
}

/// An object without properties.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct AgreementsErrorMeta {}
