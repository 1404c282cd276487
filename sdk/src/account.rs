//! An account as the API describes it (spec section 2.2).

use kernel::Money;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// An account with the fields that were asked for; the others are `None`. `balance_date` and `rest_date` are also
/// absent when the bank does not know them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Document identifier. Deprecated by the specification, always sent.
    pub id: String,
    /// Account number, 20 digits.
    pub number: Option<String>,
    /// 1 settlement, 2 transit, 4 deposit, 5 overdraft.
    #[serde(rename = "type")]
    pub kind: Option<i32>,
    /// 1 open, 0 closed.
    pub status: Option<i32>,
    /// 0 blocked, 1 interim statements, 2 statements being prepared, 3 document intake.
    pub mode: Option<i32>,
    /// Account name.
    pub name: Option<String>,
    /// International account name.
    pub international_name: Option<String>,
    /// Client number.
    pub cnum: Option<String>,
    /// Organization id.
    pub organization_id: Option<String>,
    /// Organization name.
    pub organization_name: Option<String>,
    /// Currency code of the account; roubles are `RUR`.
    pub currency: Option<String>,
    /// Numeric currency code; roubles are 810.
    pub currency_code: Option<i32>,
    /// Code of the operation currency.
    pub operation_currency: Option<String>,
    /// Numeric code of the operation currency.
    pub operation_currency_code: Option<i32>,
    /// Current balance including card holds and credit lines, exact.
    #[serde(default, deserialize_with = "exact")]
    pub balance: Option<Money>,
    /// Moment the balance refers to, ISO 8601 with offset.
    pub balance_date: Option<String>,
    /// Balance from the closing statement, own funds only, exact.
    #[serde(default, deserialize_with = "exact")]
    pub rest: Option<Money>,
    /// Moment the rest refers to, ISO 8601 with offset.
    pub rest_date: Option<String>,
    /// Current balance in national currency, exact.
    #[serde(default, deserialize_with = "exact")]
    pub balance_in_national_currency: Option<Money>,
    /// Branch id.
    pub branch_id: Option<String>,
    /// Branch name.
    pub branch_name: Option<String>,
    /// Branch bank identification code, 9 digits.
    pub branch_bic: Option<String>,
    /// Branch correspondent account.
    pub branch_correspondent_account: Option<String>,
    /// Branch city.
    pub branch_city: Option<String>,
    /// Trust management flag.
    pub trust_management: Option<bool>,
    /// Trust management account name.
    pub trust_management_name: Option<String>,
    /// International name of the trust management account.
    pub trust_management_international_name: Option<String>,
}

impl Account {
    /// One field as text for people, empty when absent.
    pub fn text_of(&self, field: crate::AccountField) -> String {
        use crate::AccountField as Field;
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let code = |value: Option<i32>| value.map(|code| code.to_string()).unwrap_or_default();
        let money = |value: Option<Money>| value.map(|amount| amount.to_string()).unwrap_or_default();
        match field {
            Field::Number => text(&self.number),
            Field::Type => code(self.kind),
            Field::Status => code(self.status),
            Field::Mode => code(self.mode),
            Field::Name => text(&self.name),
            Field::InternationalName => text(&self.international_name),
            Field::Cnum => text(&self.cnum),
            Field::OrganizationId => text(&self.organization_id),
            Field::OrganizationName => text(&self.organization_name),
            Field::Currency => text(&self.currency),
            Field::CurrencyCode => code(self.currency_code),
            Field::OperationCurrency => text(&self.operation_currency),
            Field::OperationCurrencyCode => code(self.operation_currency_code),
            Field::Balance => money(self.balance),
            Field::BalanceDate => text(&self.balance_date),
            Field::Rest => money(self.rest),
            Field::RestDate => text(&self.rest_date),
            Field::BalanceInNationalCurrency => money(self.balance_in_national_currency),
            Field::BranchId => text(&self.branch_id),
            Field::BranchName => text(&self.branch_name),
            Field::BranchBic => text(&self.branch_bic),
            Field::BranchCorrespondentAccount => text(&self.branch_correspondent_account),
            Field::BranchCity => text(&self.branch_city),
            Field::TrustManagement => self.trust_management.map(|flag| flag.to_string()).unwrap_or_default(),
            Field::TrustManagementName => text(&self.trust_management_name),
            Field::TrustManagementInternationalName => text(&self.trust_management_international_name),
        }
    }
}

/// An amount from the text of the JSON number, so that no binary fraction lies between the bank and the caller.
fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    let lexeme = Option::<Box<RawValue>>::deserialize(deserializer)?;
    lexeme.map(|raw| Money::from_lexeme(raw.get())).transpose().map_err(serde::de::Error::custom)
}
