//! Debug output that shows the named fields alone, for types with secrets inside or with parts that have none.

/// Implements `Debug` for a type of which it shows no more than the name and the fields that are listed, or under their
/// names parts of fields. A type may have one parameter.
///
/// ```
/// struct Key {
///     id: u32,
///     secret: [u8; 4],
/// }
/// kernel::debug_shows!(Key { id, .. });
///
/// struct Signer<'a> {
///     key: &'a Key,
/// }
/// kernel::debug_shows!(Signer<'_> { secret_bytes: key.secret.len(), .. });
///
/// struct Password(String);
/// kernel::debug_shows!(Password(..));
///
/// let key = Key { id: 7, secret: *b"open" };
/// assert_eq!(format!("{key:?}"), "Key { id: 7, .. }");
/// assert_eq!(format!("{:?}", Signer { key: &key }), "Signer { secret_bytes: 4, .. }");
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
    ($name:ident $(<$life:lifetime>)? { $($shown:tt)* }) => {
        $crate::debug_shows!(@impl [] $name [$(<$life>)?] { $($shown)* });
    };
    ($name:ident<$parameter:ident> { $($shown:tt)* }) => {
        $crate::debug_shows!(@impl [<$parameter>] $name [<$parameter>] { $($shown)* });
    };
    (@impl [$($parameter:tt)*] $name:ident [$($argument:tt)*] {
        $($field:ident $(: $($part:ident $(($($given:tt)*))?).+)?,)* ..
    }) => {
        impl $($parameter)* ::std::fmt::Debug for $name $($argument)* {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter
                    .debug_struct(stringify!($name))
                    $(.field(stringify!($field), &$crate::debug_shows!(
                        @part self $field $($($part $(($($given)*))?).+)?
                    )))*
                    .finish_non_exhaustive()
            }
        }
    };
    (@part $self:ident $field:ident) => { $self.$field };
    (@part $self:ident $field:ident $($part:tt)+) => { $self.$($part)+ };
}
