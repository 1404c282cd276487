//! The fields a caller may choose (spec section 4.2, ACC-01 to ACC-03).

use thiserror::Error;

/// Declares the fields in the order in which section 2.2 lists them, which is the order of the answer.
macro_rules! fields {
    ($($(#[$documentation:meta])* $name:ident,)+) => {
        /// A field of an account, by its name in the parameter `fields`. The order is that of spec section 2.2.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field {
            $($(#[$documentation])* $name,)+
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
        }
    };
}

fields! {
    /// `number`
    Number,
    /// `type`
    Type,
    /// `status`
    Status,
    /// `mode`
    Mode,
    /// `name`
    Name,
    /// `internationalName`
    InternationalName,
    /// `cnum`
    Cnum,
    /// `organizationId`
    OrganizationId,
    /// `organizationName`
    OrganizationName,
    /// `currency`
    Currency,
    /// `currencyCode`
    CurrencyCode,
    /// `operationCurrency`
    OperationCurrency,
    /// `operationCurrencyCode`
    OperationCurrencyCode,
    /// `balance`
    Balance,
    /// `balanceDate`
    BalanceDate,
    /// `rest`
    Rest,
    /// `restDate`
    RestDate,
    /// `balanceInNationalCurrency`
    BalanceInNationalCurrency,
    /// `branchId`
    BranchId,
    /// `branchName`
    BranchName,
    /// `branchBic`
    BranchBic,
    /// `branchCorrespondentAccount`
    BranchCorrespondentAccount,
    /// `branchCity`
    BranchCity,
    /// `trustManagement`
    TrustManagement,
    /// `trustManagementName`
    TrustManagementName,
    /// `trustManagementInternationalName`
    TrustManagementInternationalName,
}

/// Error for a parameter `fields` that is refused (ACC-02).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldsError {
    /// The parameter is not there.
    #[error("fields is missing; allowed values: {}", allowed())]
    Missing,
    /// A name is empty.
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
    /// Every field.
    pub const ALL: Self = Self((1 << Field::ALL.len()) - 1);

    /// The fields with these names. A name that comes twice counts once.
    ///
    /// # Errors
    /// There is no name, or one is empty or unknown.
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
