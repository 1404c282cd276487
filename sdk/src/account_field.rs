//! The names of account fields that a caller chooses from (spec section 4.2).

use std::str::FromStr;

macro_rules! fields {
    ($($name:ident),+ $(,)?) => {
        /// One field of an account, as the query parameter `fields` names it. Its meaning is told at the field of the
        /// same name in [`Account`](crate::Account).
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

fields!(
    Number,
    Type,
    Status,
    Mode,
    Name,
    InternationalName,
    Cnum,
    OrganizationId,
    OrganizationName,
    Currency,
    CurrencyCode,
    OperationCurrency,
    OperationCurrencyCode,
    Balance,
    BalanceDate,
    Rest,
    RestDate,
    BalanceInNationalCurrency,
    BranchId,
    BranchName,
    BranchBic,
    BranchCorrespondentAccount,
    BranchCity,
    TrustManagement,
    TrustManagementName,
    TrustManagementInternationalName,
);

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
