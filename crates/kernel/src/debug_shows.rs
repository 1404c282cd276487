//! Debug output that shows the named fields alone, for types with secrets inside or with parts that have none.

/// Implements `Debug` for a type of which it shows no more than the name and the fields that are listed.
///
/// ```
/// struct Key {
///     id: u32,
///     secret: [u8; 4],
/// }
/// kernel::debug_shows!(Key { id, .. });
///
/// struct Password(String);
/// kernel::debug_shows!(Password(..));
///
/// assert_eq!(format!("{:?}", Key { id: 7, secret: *b"open" }), "Key { id: 7, .. }");
/// assert_eq!(format!("{:?}", Password("sesame".to_owned())), "Password(..)");
/// ```
#[macro_export]
macro_rules! debug_shows {
    ($name:ident(..)) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
    ($name:ident { $($field:ident,)* .. }) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter
                    .debug_struct(stringify!($name))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    };
}
