//! The fields a caller may choose (spec section 4.2, ACC-01 to ACC-03), each declared once: its name in the parameter
//! `fields`, its place in the description and in the example, and its value of an account.

use std::borrow::Cow;

use kernel::{Instant, Money};
use serde::Deserialize;
use serde_json::value::RawValue;
use thiserror::Error;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::schema::{
    balance, balance_in_national_currency, mode_numbers, rest, status_numbers, type_numbers,
};
use crate::account::Account;

/// The value of a field, as it is written.
pub(super) enum Value<'a> {
    Text(&'a str),
    Integer(u16),
    Boolean(bool),
    /// `None` outside of 64 bits.
    Amount(Option<Money>),
    /// `None` while it is not known, which leaves the field out.
    Moment(Option<Instant>),
}

/// Declares the fields in the order in which section 2.2 lists them, which is the order of the answer.
macro_rules! fields {
    ($account:ident: $(
        $(#[$description:meta])*
        $name:ident: $field:ident: $kind:ty = ($wire:literal, $example:expr) => $value:expr,
    )+) => {
        /// A field of an account, by its name in the parameter `fields`. The order is that of spec section 2.2.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field {
            $(#[doc = concat!("`", $wire, "`")] $name,)+
        }

        impl Field {
            /// Every field, in the order of spec section 2.2.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The name in the parameter `fields`, exactly so, capitals included.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)+
                }
            }

            fn from_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// `,"name":` and the value that follows it.
            pub(super) fn written<'a>(self, $account: &'a Account<'_>) -> (&'static str, Value<'a>) {
                match self {
                    $(Self::$name => (concat!(",\"", $wire, "\":"), $value),)+
                }
            }
        }

        /// An account with the fields that were asked for. `id` is always there; the other fields are required in
        /// the sense of spec section 2.2 when they were chosen, except `balanceDate` and `restDate`, which are left out
        /// while not known.
        #[derive(Debug, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(examples(account))]
        pub struct AccountResponse {
            /// Document identifier. Deprecated: use `number`.
            #[schema(deprecated, min_length = 1, max_length = 64)]
            pub id: String,
            $($(#[$description])* pub $field: Option<$kind>,)+
        }

        pub(super) fn account() -> serde_json::Value {
            serde_json::json!({"id": "ACC-00000002", $($wire: $example),+})
        }
    };
}

fields! {
    account:
    /// Account number.
    #[schema(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20, nullable = false)]
    Number: number: String = ("number", "40702840200000000002") => Value::Text(account.number.as_str()),
    /// 1 settlement, 2 transit, 4 deposit, 5 overdraft.
    #[schema(schema_with = type_numbers, nullable = false)]
    Type: r#type: i32 = ("type", 2) => Value::Integer(account.account_type.number().into()),
    /// 1 open, 0 closed.
    #[schema(schema_with = status_numbers, nullable = false)]
    Status: status: i32 = ("status", 1) => Value::Integer(account.status.number().into()),
    /// 0 blocked, 1 interim statements, 2 statements being prepared, 3 document intake.
    #[schema(schema_with = mode_numbers, nullable = false)]
    Mode: mode: i32 = ("mode", 3) => Value::Integer(account.mode.number().into()),
    /// Account name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    Name: name: String = ("name", "Транзитный валютный счёт") => Value::Text(account.name),
    /// International account name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    InternationalName: international_name: String = ("internationalName", "Transit currency account")
        => Value::Text(account.international_name),
    /// Client number.
    #[schema(pattern = "^[A-Z0-9]{1,20}$", min_length = 1, max_length = 20, nullable = false)]
    Cnum: cnum: String = ("cnum", "C00001") => Value::Text(account.cnum.as_str()),
    /// Organization id.
    #[schema(min_length = 1, max_length = 64, nullable = false)]
    OrganizationId: organization_id: String = ("organizationId", "ORG-00001") => Value::Text(account.organization_id),
    /// Organization name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    OrganizationName: organization_name: String = ("organizationName", "ООО «Ромашка»")
        => Value::Text(account.organization_name),
    /// ISO currency code of the account; `RUR` for roubles.
    #[schema(pattern = "^[A-Z]{3}$", min_length = 3, max_length = 3, nullable = false)]
    Currency: currency: String = ("currency", "USD") => Value::Text(account.currency.as_str()),
    /// Numeric currency code; 810 for roubles.
    #[schema(minimum = 1, maximum = 999, nullable = false)]
    CurrencyCode: currency_code: i32 = ("currencyCode", 840) => Value::Integer(account.currency.numeric()),
    /// ISO code of operation currency; `RUR` for roubles.
    #[schema(pattern = "^[A-Z]{3}$", min_length = 3, max_length = 3, nullable = false)]
    OperationCurrency: operation_currency: String = ("operationCurrency", "USD")
        => Value::Text(account.operation_currency.as_str()),
    /// Numeric code of operation currency; 810 for roubles.
    #[schema(minimum = 1, maximum = 999, nullable = false)]
    OperationCurrencyCode: operation_currency_code: i32 = ("operationCurrencyCode", 840)
        => Value::Integer(account.operation_currency.numeric()),
    /// Current balance.
    #[schema(schema_with = balance, nullable = false)]
    Balance: balance: Box<RawValue> = ("balance", 12500.00) => Value::Amount(account.funds.balance()),
    /// Moment the balance refers to: the last movement, hold or limit. Absent before the first.
    #[schema(format = DateTime, nullable = false)]
    BalanceDate: balance_date: String = ("balanceDate", "2024-01-09T10:00:00+03:00")
        => Value::Moment(account.funds.changed_at),
    /// Balance from the closing statement.
    #[schema(schema_with = rest, nullable = false)]
    Rest: rest: Box<RawValue> = ("rest", 12500.00) => Value::Amount(Some(account.funds.rest())),
    /// Moment the rest refers to. Absent before the first closing.
    #[schema(format = DateTime, nullable = false)]
    RestDate: rest_date: String = ("restDate", "2024-01-10T00:00:00+03:00")
        => Value::Moment(account.funds.closing.map(|closing| closing.at)),
    /// Current balance in national currency.
    #[schema(schema_with = balance_in_national_currency, nullable = false)]
    BalanceInNationalCurrency: balance_in_national_currency: Box<RawValue> = ("balanceInNationalCurrency", 1_010_625.00)
        => Value::Amount(account.funds.balance_in_national_currency()),
    /// Branch id.
    #[schema(min_length = 1, max_length = 64, nullable = false)]
    BranchId: branch_id: String = ("branchId", "001") => Value::Text(account.branch.branch_id),
    /// Branch name.
    #[schema(min_length = 1, max_length = 250, nullable = false)]
    BranchName: branch_name: String = ("branchName", "Головной офис") => Value::Text(account.branch.name),
    /// Branch bank identification code.
    #[schema(pattern = "^[0-9]{9}$", min_length = 9, max_length = 9, nullable = false)]
    BranchBic: branch_bic: String = ("branchBic", "044525999") => Value::Text(account.branch.bic.as_str()),
    /// Branch correspondent account.
    #[schema(pattern = "^[0-9]{20}$", min_length = 20, max_length = 20, nullable = false)]
    BranchCorrespondentAccount: branch_correspondent_account: String
        = ("branchCorrespondentAccount", "30101810845250000999")
        => Value::Text(account.branch.correspondent_account.as_str()),
    /// Branch city.
    #[schema(min_length = 1, max_length = 100, nullable = false)]
    BranchCity: branch_city: String = ("branchCity", "Москва") => Value::Text(account.branch.city),
    /// Trust management flag.
    #[schema(nullable = false)]
    TrustManagement: trust_management: bool = ("trustManagement", false) => Value::Boolean(account.trust.is_managed),
    /// Trust management account name; empty without trust management.
    #[schema(max_length = 250, nullable = false)]
    TrustManagementName: trust_management_name: String = ("trustManagementName", "")
        => Value::Text(account.trust.name),
    /// International name of the trust management account; empty without trust management.
    #[schema(max_length = 250, nullable = false)]
    TrustManagementInternationalName: trust_management_international_name: String
        = ("trustManagementInternationalName", "")
        => Value::Text(account.trust.international_name),
}

/// The name of a field in the parameter `fields`.
impl PartialSchema for Field {
    fn schema() -> RefOr<Schema> {
        let names: Vec<&str> = Self::ALL.iter().map(|field| field.name()).collect();
        edge::text_enum("The name of a field, capitals included.", &names)
    }
}

impl ToSchema for Field {
    fn name() -> Cow<'static, str> {
        "FieldName".into()
    }
}

/// Error for a parameter `fields` that is refused (ACC-02).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldsError {
    /// The parameter is not there.
    #[error("fields is missing; allowed values: {}", allowed())]
    Missing,
    #[error("fields holds an empty value ''; allowed values: {}", allowed())]
    Empty,
    /// A name is not that of a field.
    #[error("fields holds an unknown value '{name}'; allowed values: {allowed}", name = .0, allowed = allowed())]
    Unknown(String),
}

/// The most characters of an unknown name that an error repeats.
const NAME_REPEATED_CHARACTERS_MAX: usize = 64;

fn allowed() -> String {
    Field::ALL.iter().map(|field| field.name()).collect::<Vec<_>>().join(", ")
}

/// The fields a caller chose: at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields(u32);

impl Fields {
    /// The fields with these names. A name that comes twice counts once.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, FieldsError> {
        let mut chosen = 0;
        for name in names {
            if name.is_empty() {
                return Err(FieldsError::Empty);
            }
            let Some(field) = Field::from_name(name) else {
                return Err(FieldsError::Unknown(name.chars().take(NAME_REPEATED_CHARACTERS_MAX).collect()));
            };
            chosen |= 1 << field as u32;
        }
        if chosen == 0 { Err(FieldsError::Missing) } else { Ok(Self(chosen)) }
    }

    /// Tells whether the caller chose `field`.
    pub const fn contains(self, field: Field) -> bool {
        self.0 & (1 << field as u32) != 0
    }

    /// The chosen fields in the order of spec section 2.2.
    pub fn iter(self) -> impl Iterator<Item = Field> {
        Field::ALL.iter().copied().filter(move |field| self.contains(*field))
    }
}
