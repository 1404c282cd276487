//! Texts of which only some are taken.

/// Gives a struct around a private `String` its text, and reads it with `$is_one`, which tells the texts that it may
/// have.
macro_rules! checked_text {
    ($name:ident, $is_one:ident, $error:ty, $refusal:expr) => {
        kernel::text_newtype!($name);

        impl std::str::FromStr for $name {
            type Err = $error;
            fn from_str(text: &str) -> Result<Self, $error> {
                if $is_one(text) { Ok(Self(text.to_owned())) } else { Err($refusal) }
            }
        }
    };
}

pub(crate) use checked_text;
