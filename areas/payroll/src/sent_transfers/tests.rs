use kernel::Money;
use proptest::prelude::*;

use super::{SentTransfer, SentTransfers};
use crate::transfer::{Conversion, SentAmount, Transfer};

fn amount() -> impl Strategy<Value = SentAmount> {
    prop_oneof![
        any::<i64>().prop_map(|minor| SentAmount::Exact(Money::from_minor(minor))),
        "\\PC{0,5}".prop_map(SentAmount::Other),
    ]
}

fn conversion() -> impl Strategy<Value = Conversion> {
    (any::<i64>(), "\\PC{0,4}").prop_map(|(percent, currency)| Conversion { percent, currency })
}

fn transfer() -> impl Strategy<Value = Transfer> {
    let text = || "\\PC{0,8}";
    let optional = || proptest::option::of("\\PC{0,8}");
    let names = (text(), text(), optional(), text(), text());
    let others = (optional(), optional(), optional(), optional());
    let conversions = proptest::collection::vec(conversion(), 0..3);
    (any::<i64>(), names, others, amount(), proptest::option::of(amount()), conversions).prop_map(
        |(order_number, names, others, amount, deduction, conversion)| {
            let (last_name, first_name, middle_name, account, currency) = names;
            let (personnel_number, birth_date, bic, card_number) = others;
            Transfer {
                line: 0,
                order_number,
                last_name,
                first_name,
                middle_name,
                amount,
                account,
                currency,
                personnel_number,
                birth_date,
                bic,
                card_number,
                conversion,
                deduction,
            }
        },
    )
}

fn sent(transfer: &Transfer) -> SentTransfer<'_> {
    SentTransfer {
        line: transfer.line,
        order_number: transfer.order_number,
        last_name: &transfer.last_name,
        first_name: &transfer.first_name,
        middle_name: transfer.middle_name.as_deref(),
        amount: transfer.amount.as_text(),
        account: &transfer.account,
        currency: &transfer.currency,
        personnel_number: transfer.personnel_number.as_deref(),
        birth_date: transfer.birth_date.as_deref(),
        bic: transfer.bic.as_deref(),
        card_number: transfer.card_number.as_deref(),
        conversion: &transfer.conversion,
        deduction: transfer.deduction.as_ref().map(SentAmount::as_text),
    }
}

proptest! {
    #[test]
    fn pay_01_transfers_kept_close_together_say_what_was_put_in(
        transfers in proptest::collection::vec(transfer(), 0..8),
    ) {
        let transfers: Vec<Transfer> =
            (1..).zip(transfers).map(|(line, transfer)| Transfer { line, ..transfer }).collect();
        let mut list = SentTransfers::default();
        for transfer in &transfers {
            list.push(&sent(transfer)).unwrap();
        }
        prop_assert_eq!(list.len(), transfers.len());
        prop_assert_eq!(list.is_empty(), transfers.is_empty());
        prop_assert_eq!(list.iter().map(Transfer::from).collect::<Vec<_>>(), transfers);
    }
}

/// Keeps twenty large statements small: the texts once, and about a hundred bytes for the rest.
#[test]
fn pay_01_a_transfer_takes_little_more_than_its_texts() {
    assert!(size_of::<super::Kept>() <= 112, "{}", size_of::<super::Kept>());
}
