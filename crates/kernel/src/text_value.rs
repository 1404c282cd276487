//! The methods and traits that all checked texts share.

/// Gives a type around a private text its conversions: `FromStr` and serde through `$check`, `Display` and
/// `as_str` as the text itself. Most are an `ArrayString`, because they are short and a statement has tens of thousands
/// of them: `$too_long` is its error for an over-long text; unreachable, because `check` refuses it first. Without that
/// error the type is around a `String`.
macro_rules! text_value {
    ($name:ident, $error:ident, $check:ident, $too_long:expr) => {
        text_value!(@from $name, $error, $check, |text| arrayvec::ArrayString::from(text).map_err(|_| $too_long));
    };
    ($name:ident, $error:ident, $check:ident) => {
        text_value!(@from $name, $error, $check, |text| Ok(text.to_owned()));
    };
    (@from $name:ident, $error:ident, $check:ident, |$text:ident| $kept:expr) => {
        impl $name {
            /// The value as text, exactly as it was given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = $error;
            fn from_str($text: &str) -> Result<Self, $error> {
                $check($text)?;
                $kept.map(Self)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        crate::text_value::text_conversions!($name, $error);
    };
}

/// Gives a type with `as_str` and `FromStr` the rest: serde's `try_from` and `into`, and `Display`.
macro_rules! text_conversions {
    ($name:ident, $error:ident) => {
        impl TryFrom<String> for $name {
            type Error = $error;
            fn try_from(text: String) -> Result<Self, $error> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.as_str().to_owned()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use {text_conversions, text_value};

/// Gives a struct around a `String` its text: `as_str` and `Display`.
///
/// ```
/// pub struct Title(String);
/// kernel::text_newtype!(Title);
/// assert_eq!(Title("Terms".to_owned()).to_string(), "Terms");
/// ```
#[macro_export]
macro_rules! text_newtype {
    ($name:ident) => {
        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

pub(crate) fn is_digits(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
}
