use sdk::OperationsPage;

#[test]
fn onl_01_amounts_and_sums_keep_every_digit() {
    let page: OperationsPage = serde_json::from_str(
        r#"{"number":"40702810600000000001","currency":"RUR","openingBalance":-0.07,
        "closingBalance":92233720368547758.07,"debits":922337203685477580.70,"credits":0.00,"operationsCount":1,
        "operations":[{"number":1,"bookedAt":"2026-11-20T12:00:00+03:00","valueDate":"2026-11-20","kind":"TRANSFER",
        "side":"CREDIT","amount":90000000000000.00,"balance":0.01,"purpose":"x","counterparty":{"name":"y"}}],
        "nextCursor":"7"}"#,
    )
    .expect("a page");
    assert_eq!(page.opening_balance.to_string(), "-0.07");
    assert_eq!(page.closing_balance.to_string(), "92233720368547758.07");
    assert_eq!(page.debits, "922337203685477580.70");
    assert_eq!(page.operations[0].amount.to_string(), "90000000000000.00");
    assert_eq!(page.operations[0].document_number, None);
    assert_eq!(page.next_cursor.as_deref(), Some("7"));
}
