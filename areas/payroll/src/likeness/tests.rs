use super::*;

fn alike(number: i64, status: StatementStatus, month: Option<i64>) -> Alike {
    let period = month.map(|month| ReportingPeriod { year: 2026, month });
    Alike { number, date: jiff::civil::date(2026, 11, 20), status, period }
}

#[test]
fn money_m10_rows_are_compared_whatever_their_order() {
    let rows = vec![("1", 23), ("12", 3), ("1", 23)];
    let turned = vec![("12", 3), ("1", 23), ("1", 23)];
    assert_eq!(rows_digest(rows.clone()), rows_digest(turned));
    for other in [
        vec![("1", 23), ("12", 3)],
        vec![("1", 23), ("12", 3), ("1", 24)],
        vec![("12", 3), ("123", 1), ("1", 23)],
        vec![("1", 23), ("12", 3), ("1", -23)],
        vec![],
    ] {
        assert_ne!(rows_digest(rows.clone()), rows_digest(other));
    }
}

#[test]
fn money_m10_what_is_not_paid_or_is_for_another_month_is_no_duplicate() {
    use StatementStatus as S;
    let found = |month: Option<i64>, others: &[Alike]| {
        let period = month.map(|month| ReportingPeriod { year: 2026, month });
        likely_duplicate(period, others).map(|reason| reason.parameters[0].clone())
    };
    for status in [S::Error, S::ErrorSign, S::Declined, S::Deleted] {
        assert_eq!(found(None, &[alike(1, status, None)]), None);
    }
    for status in [S::Checking, S::AwaitingSign, S::Scheduled, S::Processing, S::PartlyExecuted, S::Executed]
    {
        assert_eq!(found(None, &[alike(1, status, None)]).as_deref(), Some("1"));
    }
    let october = alike(7, S::Executed, Some(10));
    assert_eq!(found(Some(11), &[october]), None);
    assert_eq!(found(Some(10), &[alike(1, S::Deleted, Some(10)), october]).as_deref(), Some("7"));
    assert_eq!(found(None, &[october]).as_deref(), Some("7"));
    assert_eq!(found(Some(11), &[alike(8, S::Executed, None)]).as_deref(), Some("8"));
}
