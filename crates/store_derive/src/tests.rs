use syn::{DeriveInput, parse_quote};

use crate::declared::Declared;
use crate::texts;

fn accounts() -> DeriveInput {
    parse_quote! {
        #[table(name = "accounts", key(number), alias = "a")]
        struct AccountRow<'a> {
            number: &'a str,
            #[column(name = "type")]
            kind: i64,
            name: Option<&'a str>,
        }
    }
}

#[test]
fn every_text_follows_from_the_struct() {
    let input = accounts();
    let declared = Declared::read(&input).unwrap();
    assert_eq!(texts::list(&declared), "number, type, name");
    assert_eq!(texts::aliased(&declared), "a.number, a.type, a.name");
    assert_eq!(texts::insert(&declared), "insert into accounts (number, type, name) values ($1, $2, $3)");
    assert_eq!(texts::set(&declared), "update accounts set type = $2, name = $3 where number = $1");
    assert_eq!(texts::differs(&declared), "(type is distinct from $2 or name is distinct from $3)");
}

#[test]
fn what_is_no_row_is_refused() {
    let refused: [DeriveInput; 5] = [
        parse_quote! { struct NoTable { number: i64 } },
        parse_quote! { #[table(name = "t")] struct NoKey { number: i64 } },
        parse_quote! { #[table(name = "t", key(number))] struct KeyLast { name: i64, number: i64 } },
        parse_quote! { #[table(name = "t", key(number))] enum NoStruct { One } },
        parse_quote! { #[table(name = "t", keys(number))] struct Misspelt { number: i64 } },
    ];
    for input in refused {
        assert!(Declared::read(&input).is_err(), "{}", input.ident);
    }
}
