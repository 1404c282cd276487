use super::*;

const NUMBERS: Column<'_> = Column::Integers(&[]);

fn same() -> Column<'static> {
    Column::Same(crate::Value::Integer(1))
}

#[test]
fn an_insert_selects_from_its_rows() {
    let derived = insert_text(
        "insert into things (key, label, amount) values ($1, coalesce($2, ''), $3) on conflict (key) do nothing",
        &[NUMBERS, NUMBERS, same()],
    );
    let expected = "insert into things (key, label, amount) select bulk_rows.c1, coalesce(bulk_rows.c2, ''), $3 \
        from unnest($1, $2) as bulk_rows (c1, c2) on conflict (key) do nothing";
    assert_eq!(derived.as_deref(), Some(expected));
    assert_eq!(insert_text("insert into things select $1", &[NUMBERS]), None);
}

#[test]
fn an_update_joins_its_rows_and_tells_their_places() {
    let derived = update_text(
        "update things set amount = amount + $12 where key = $1",
        &[NUMBERS, same(), same(), same(), same(), same(), same(), same(), same(), same(), same(), NUMBERS],
    );
    let expected = "update things set amount = amount + bulk_rows.c12 from unnest($1, $12) with ordinality \
        as bulk_rows (c1, c12, place) where key = bulk_rows.c1 returning bulk_rows.place";
    assert_eq!(derived.as_deref(), Some(expected));
    assert_eq!(update_text("update things set amount = $1", &[NUMBERS]), None);
    let derived = update_text(
        "update things set amount = $3 where owner = $1 and key = $2 and amount <> $3 and owner <> $1 || 'x'",
        &[same(), NUMBERS, NUMBERS],
    );
    let expected = "update things set amount = bulk_rows.c3 from (select bulk_rows.*, $1 as c1 from unnest($2, $3) \
        with ordinality as bulk_rows (c2, c3, place) offset 0) as bulk_rows where owner = bulk_rows.c1 and key = \
        bulk_rows.c2 and amount <> bulk_rows.c3 and owner <> bulk_rows.c1 || 'x' returning bulk_rows.place";
    assert_eq!(derived.as_deref(), Some(expected));
}
