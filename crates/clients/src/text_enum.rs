//! Enumerations that are texts in tables, files and tokens.

use thiserror::Error;

/// The text names no value of the enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be one of {}", known.join(", "))]
pub struct UnknownTextError {
    /// The texts that are known.
    pub known: &'static [&'static str],
}

/// Declares an enumeration with one text per variant: `as_str`, `ALL`, `FromStr` and `Display`.
macro_rules! text_enum {
    ($(#[$documentation:meta])* $name:ident {
        $($(#[$variant_documentation:meta])* $variant:ident = $text:literal,)+
    }) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_documentation])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The text of the value in tables and files.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownTextError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownTextError { known: &[$($text),+] }),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use text_enum;
