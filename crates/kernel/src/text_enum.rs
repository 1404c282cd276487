//! Enumerations that are texts in tables, files, tokens and bodies.

use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be one of {}", known.join(", "))]
pub struct UnknownText {
    pub known: &'static [&'static str],
}

/// Declares an enumeration with one text per variant: the constants `ALL` and `TEXTS`, `as_str`, `FromStr` and
/// `Display`.
///
/// ```
/// kernel::text_enum! {
///     /// Side of a coin.
///     pub enum Side {
///         /// The one with the eagle.
///         Heads = "HEADS",
///         /// The one with the number.
///         Tails = "TAILS",
///     }
/// }
/// assert_eq!("TAILS".parse(), Ok(Side::Tails));
/// assert_eq!(Side::ALL.map(Side::as_str), ["HEADS", "TAILS"]);
/// ```
#[macro_export]
macro_rules! text_enum {
    (
        $(#[$documentation:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_documentation:meta])* $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility enum $name {
            $($(#[$variant_documentation])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Texts of all values, in the order of declaration.
            pub const TEXTS: &'static [&'static str] = &[$($text),+];

            /// Returns the text of the value.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownText;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownText { known: Self::TEXTS }),
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
