//! Sentences of pages in both languages, side by side.

/// Declares the sentences of a page: a struct with a field for each, and `of`, which gives those of a
/// [`Language`](crate::Language).
///
/// A field has its text in Russian, then in English; one that lacks a language does not compile. A field that is not
/// `&'static str` names its type.
///
/// ```
/// use kernel::Language;
///
/// kernel::words! {
///     /// The sentences of the page of letters.
///     struct Words {
///         title = "Письма", "Letters";
///         columns: [&'static str; 2] = ["Дата", "Тема"], ["Date", "Subject"];
///     }
/// }
/// assert_eq!(Words::of(Language::English).title, "Letters");
/// assert_eq!(Words::of(Language::Russian).columns[1], "Тема");
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        $visibility:vis struct $words:ident {
            $($(#[$comment:meta])* $name:ident $(: $kind:ty)? = $russian:expr, $english:expr;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        $visibility struct $words {
            $($(#[$comment])* $visibility $name: $crate::words!(@kind $($kind)?),)+
        }

        impl $words {
            /// The sentences of `language`.
            $visibility const fn of(language: $crate::Language) -> &'static Self {
                static RUSSIAN: $words = $words { $($name: $russian,)+ };
                static ENGLISH: $words = $words { $($name: $english,)+ };
                match language {
                    $crate::Language::Russian => &RUSSIAN,
                    $crate::Language::English => &ENGLISH,
                }
            }
        }
    };
    (@kind) => { &'static str };
    (@kind $kind:ty) => { $kind };
}
