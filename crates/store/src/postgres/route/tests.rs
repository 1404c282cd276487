use super::*;

#[test]
fn lif_05_a_pooler_is_named_in_the_address() {
    for (query, rest, route) in [
        ("", "", Route::Direct),
        ("?pooler=none", "", Route::Direct),
        ("?pooler=transaction", "", Route::Pooled),
        ("?sslmode=require&pooler=transaction&x=%20", "?sslmode=require&x=%20", Route::Pooled),
    ] {
        let taken = Route::take_from(&format!("postgres://a:b?pooler=none@db/bank{query}")).unwrap();
        assert_eq!(taken, (format!("postgres://a:b?pooler=none@db/bank{rest}"), route), "{query}");
    }
    for refused in ["session", "statement", "", "Transaction"] {
        let refused = Route::take_from(&format!("postgres://db/bank?pooler={refused}")).unwrap_err();
        assert!(refused.to_string().contains("known are none and transaction"), "{refused}");
    }
}
