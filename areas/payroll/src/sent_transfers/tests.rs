use kernel::Money;
use proptest::prelude::*;

use super::{NotAdded, SentTransfers};
use crate::transfer::{Conversion, FIELDS, FIELDS_COUNT, Field, FieldValue, SentAmount, Sort, Transfer};

type Value = FieldValue<String, Vec<Conversion>>;

fn amount() -> impl Strategy<Value = SentAmount> {
    prop_oneof![
        any::<i64>().prop_map(|minor| SentAmount::Exact(Money::from_minor(minor))),
        "\\PC{0,5}".prop_map(SentAmount::Other),
    ]
}

fn conversion() -> impl Strategy<Value = Conversion> {
    (any::<i64>(), "\\PC{0,4}").prop_map(|(percent, currency)| Conversion { percent, currency })
}

/// Any value that the field takes.
fn value(field: &'static Field) -> BoxedStrategy<Value> {
    let of_sort = match field.kind.sort() {
        Sort::Text => "\\PC{0,8}".prop_map(FieldValue::Text).boxed(),
        Sort::Integer => any::<i64>().prop_map(FieldValue::Integer).boxed(),
        Sort::Amount => amount().prop_map(FieldValue::Amount).boxed(),
        Sort::Conversions => {
            proptest::collection::vec(conversion(), 0..3).prop_map(FieldValue::Conversions).boxed()
        }
    };
    if field.is_required { of_sort } else { prop_oneof![Just(FieldValue::Absent), of_sort].boxed() }
}

fn transfer() -> impl Strategy<Value = [Value; FIELDS_COUNT]> {
    FIELDS.each_ref().map(value)
}

proptest! {
    #[test]
    fn pay_01_transfers_kept_close_together_say_what_was_put_in(
        transfers in proptest::collection::vec(transfer(), 0..8),
    ) {
        let mut list = SentTransfers::default();
        for (line, values) in (1..).zip(&transfers) {
            list.push(line, values).unwrap();
        }
        prop_assert_eq!(list.len(), transfers.len());
        prop_assert_eq!(list.is_empty(), transfers.is_empty());
        let sent = (1..).zip(transfers.iter().map(|values| values.each_ref().map(FieldValue::as_borrowed)));
        prop_assert_eq!(list.values().collect::<Vec<_>>(), sent.collect::<Vec<_>>());
        let owned = (1..).zip(transfers.clone()).map(|(line, values)| Transfer::from_values(line, values).unwrap());
        for (kept, sent) in list.iter().zip(owned) {
            prop_assert_eq!((kept.line, kept.last_name), (sent.line, sent.last_name.as_str()));
            prop_assert_eq!((kept.amount, kept.conversion), (sent.amount.as_text(), &sent.conversion[..]));
        }
    }
}

/// A value that does not fit its field is refused, and those before and after it stay as they are.
#[test]
fn pay_01_a_list_takes_what_fits_the_fields_and_nothing_else() {
    let right: [Value; FIELDS_COUNT] = FIELDS.each_ref().map(|field| match field.kind.sort() {
        Sort::Text => FieldValue::Text("текст".to_owned()),
        Sort::Integer => FieldValue::Integer(7),
        Sort::Amount => FieldValue::Amount(SentAmount::from_lexeme("1.005")),
        Sort::Conversions => FieldValue::Conversions(Vec::new()),
    });
    let mut list = SentTransfers::default();
    list.push(1, &right).unwrap();
    for (index, field) in FIELDS.iter().enumerate() {
        let mut wrong = right.clone();
        wrong[index] = FieldValue::Absent;
        assert_eq!(Transfer::from_values(2, wrong.clone()).is_none(), field.is_required, "{}", field.name);
        if field.is_required {
            assert_eq!(list.push(2, &wrong), Err(NotAdded::Unfit), "{}", field.name);
        }
        wrong[index] = match right[index] {
            FieldValue::Integer(_) => FieldValue::Text("7".to_owned()),
            _ => FieldValue::Integer(7),
        };
        assert_eq!(list.push(2, &wrong), Err(NotAdded::Unfit), "{}", field.name);
        assert_eq!(Transfer::from_values(2, wrong), None, "{}", field.name);
    }
    list.push(3, &right).unwrap();
    let sent = right.each_ref().map(FieldValue::as_borrowed);
    assert_eq!(list.values().collect::<Vec<_>>(), [(1, sent), (3, sent)]);
}

/// Keeps twenty large statements small: the texts once, and about a hundred bytes for the rest.
#[test]
fn pay_01_a_transfer_takes_little_more_than_its_texts() {
    assert!(size_of::<super::Kept>() <= 112, "{}", size_of::<super::Kept>());
}
