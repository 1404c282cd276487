//! An account as the API describes it (spec section 2.2), the names of its fields and its calls (spec section 4.2).

use std::str::FromStr;

use kernel::{AccountNumber, Money};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::bank::Bank;
use crate::error::SdkError;

/// Declares each field once: by its name in the parameter `fields`, and as it stands in an account.
macro_rules! fields {
    ($($(#[$attribute:meta])* $name:ident => $field:ident: $value:ty,)+) => {
        /// An account with the fields that were asked for; the others are `None`. `balance_date` and `rest_date` are
        /// also absent when the bank does not know them.
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct Account {
            /// Document identifier. Deprecated by the specification, always sent.
            pub id: String,
            $($(#[$attribute])* pub $field: Option<$value>,)+
        }

        impl Account {
            /// One field as text for people, empty when absent.
            pub fn text_of(&self, field: AccountField) -> String {
                match field { $(AccountField::$name => text(self.$field.as_ref())),+ }
            }
        }

        /// One field of an account, as the query parameter `fields` names it. Its meaning is told at the field of the
        /// same name in [`Account`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the meanings stand at the fields of Account")]
        pub enum AccountField { $($name),+ }

        impl AccountField {
            /// Every field, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),+ }
            }
        }
    };
}

fields! {
    /// Account number, 20 digits.
    Number => number: String,
    /// 1 settlement, 2 transit, 4 deposit, 5 overdraft.
    #[serde(rename = "type")]
    Type => kind: i32,
    /// 1 open, 0 closed.
    Status => status: i32,
    /// 0 blocked, 1 interim statements, 2 statements being prepared, 3 document intake.
    Mode => mode: i32,
    /// Account name.
    Name => name: String,
    /// International account name.
    InternationalName => international_name: String,
    /// Client number.
    Cnum => cnum: String,
    /// Organization id.
    OrganizationId => organization_id: String,
    /// Organization name.
    OrganizationName => organization_name: String,
    /// Currency code of the account; roubles are `RUR`.
    Currency => currency: String,
    /// Numeric currency code; roubles are 810.
    CurrencyCode => currency_code: i32,
    /// Code of the operation currency.
    OperationCurrency => operation_currency: String,
    /// Numeric code of the operation currency.
    OperationCurrencyCode => operation_currency_code: i32,
    /// Current balance including card holds and credit lines, exact.
    #[serde(default, deserialize_with = "exact")]
    Balance => balance: Money,
    /// Moment the balance refers to, ISO 8601 with offset.
    BalanceDate => balance_date: String,
    /// Balance from the closing statement, own funds only, exact.
    #[serde(default, deserialize_with = "exact")]
    Rest => rest: Money,
    /// Moment the rest refers to, ISO 8601 with offset.
    RestDate => rest_date: String,
    /// Current balance in national currency, exact.
    #[serde(default, deserialize_with = "exact")]
    BalanceInNationalCurrency => balance_in_national_currency: Money,
    /// Branch id.
    BranchId => branch_id: String,
    /// Branch name.
    BranchName => branch_name: String,
    /// Branch bank identification code, 9 digits.
    BranchBic => branch_bic: String,
    /// Branch correspondent account.
    BranchCorrespondentAccount => branch_correspondent_account: String,
    /// Branch city.
    BranchCity => branch_city: String,
    /// Trust management flag.
    TrustManagement => trust_management: bool,
    /// Trust management account name.
    TrustManagementName => trust_management_name: String,
    /// International name of the trust management account.
    TrustManagementInternationalName => trust_management_international_name: String,
}

fn text<T: ToString>(value: Option<&T>) -> String {
    value.map(T::to_string).unwrap_or_default()
}

/// Upper and lower case do not matter to a person at a terminal.
impl FromStr for AccountField {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|field| field.as_str().eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|field| field.as_str()).collect();
            format!("no field {text:?}; there are {}", names.join(", "))
        })
    }
}

/// A part of a list: without limit, all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The most items, 1 to 1000.
    pub limit: Option<u32>,
    /// Items to skip from the beginning.
    pub offset: Option<u32>,
}

impl Bank {
    /// The accounts that the user may see in the chosen company and its related companies, ordered by number.
    ///
    /// # Errors
    /// The bank refuses, for example an empty list of fields.
    pub fn accounts(&mut self, fields: &[AccountField], page: Page) -> Result<Vec<Account>, SdkError> {
        let mut query = names(fields);
        query.extend(page.limit.map(|limit| ("limit", limit.to_string())));
        query.extend(page.offset.map(|offset| ("offset", offset.to_string())));
        self.get(&["v1", "accounts"], &query)
    }

    /// One account. An account of somebody else is absent: [`SdkError::Refused`] with status 404.
    pub fn account(&mut self, number: &AccountNumber, fields: &[AccountField]) -> Result<Account, SdkError> {
        self.get(&["v1", "accounts", number.as_str()], &names(fields))
    }
}

fn names(fields: &[AccountField]) -> Vec<(&'static str, String)> {
    fields.iter().map(|field| ("fields", field.as_str().to_owned())).collect()
}

/// An amount from the text of the JSON number, so that no binary fraction lies between the bank and the caller.
fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    let lexeme = Option::<Box<RawValue>>::deserialize(deserializer)?;
    lexeme.map(|raw| Money::from_lexeme(raw.get())).transpose().map_err(serde::de::Error::custom)
}
