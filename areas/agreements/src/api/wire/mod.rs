//! The agreement of spec section 2.8, written once: it is the answer, the row of the import file and the document
//! in the table. The area computes nothing from it, so a second set of the same hundred fields would only be a place
//! for mistakes.
//!
//! The import checks a document by reading it into these types and stores it as they write it; answers pass it on as it
//! is (`written.rs`). Whoever renames a field or changes its form therefore adds a migration that writes the stored
//! documents anew.

mod collateral;
mod guarantee_commission;

use edge::ExactAmount;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use collateral::Collateral;
use guarantee_commission::GuaranteeCommission;

/// An object of spec section 2.8: every field is optional, absent ones are left out, and a field that is not listed
/// is refused where the bank loads the object, because with nothing required a misspelt name would go unnoticed.
macro_rules! object {
    ($(#[$documentation:meta])* $name:ident { $($(#[$field_attribute:meta])* $field:ident: $type:ty,)+ }) => {
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
    };
}
use object;

object! {
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
}

object! {
    /// The sum of the guarantees issued in one currency.
    GuaranteeSum {
        /// The number of guarantees.
        count: i32,
        /// Currency of the sum.
        sum_currency: String,
        /// The sum.
        sum: ExactAmount,
    }
}

object! {
    /// An additional agreement.
    AdditionalAgreement {
        /// Number of the edition.
        edition_number: String,
        /// Date of the edition.
        #[schema(value_type = Option<String>, format = Date)]
        edition_date: Date,
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
    #[schema(example = "Required tokens are missing")]
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
