use sdk::{Account, AccountField};

#[test]
fn amounts_keep_every_digit() {
    let account: Account = serde_json::from_str(
        r#"{"id":"1","balance":92233720368547758.07,"rest":-0.07,"balanceInNationalCurrency":5000000000.00}"#,
    )
    .expect("an account");
    assert_eq!(account.text_of(AccountField::Balance), "92233720368547758.07");
    assert_eq!(account.text_of(AccountField::Rest), "-0.07");
    assert_eq!(account.text_of(AccountField::BalanceInNationalCurrency), "5000000000.00");
}

#[test]
fn fields_that_were_not_asked_for_are_absent() {
    let account: Account =
        serde_json::from_str(r#"{"id":"1","number":"40702810600000000001"}"#).expect("an account");
    assert_eq!(account.balance, None);
    assert_eq!(account.text_of(AccountField::Balance), "");
    assert_eq!(account.text_of(AccountField::Number), "40702810600000000001");
}

#[test]
fn an_amount_in_a_string_is_refused() {
    assert!(serde_json::from_str::<Account>(r#"{"id":"1","balance":"5.00"}"#).is_err());
}

#[test]
fn there_are_26_fields_and_each_finds_itself() {
    assert_eq!(AccountField::ALL.len(), 26);
    for field in AccountField::ALL {
        assert_eq!(field.as_str().to_lowercase().parse(), Ok(*field));
    }
    assert!("Colour".parse::<AccountField>().expect_err("no such field").contains("BranchBic"));
}
