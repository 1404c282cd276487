//! Orders, the same on both engines.

use rsql::{Filter, Sort};
use testkit::{Bench, on_both_engines};

use super::filters::rows;
use super::rows::{FIELDS, selected, with_rows};

/// A sort and the ids in its order, the id breaking ties in the direction of the last key.
const SORTS: [(&[&str], [i64; 12]); 9] = [
    (&[], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    (&["id,desc"], [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    (&["createdAt"], [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    (&["createdAt,desc"], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 12]),
    // By code point: nothing, Latin capitals, Latin small letters, Cyrillic capitals with Ё before А, small letters.
    (&["name,asc"], [10, 4, 6, 9, 8, 5, 11, 7, 1, 2, 3, 12]),
    (&["name,desc"], [12, 3, 2, 1, 7, 11, 5, 8, 9, 6, 4, 10]),
    // Absent notes and ranks come last in both directions.
    (&["note,asc;id,desc"], [3, 7, 11, 9, 8, 12, 4, 5, 6, 2, 10, 1]),
    (&["rank,asc"], [3, 9, 2, 8, 4, 1, 5, 6, 7, 10, 11, 12]),
    (&["state,desc", "rank,desc"], [1, 8, 12, 4, 2, 9, 11, 5, 3, 10, 7, 6]),
];

on_both_engines! {
    async fn sorts_order_alike(bench: Bench) {
        with_rows(&bench, &rows()).await;
        for (values, expected) in SORTS {
            let sort = Sort::parse(values, &FIELDS).unwrap().then("r.id");
            assert_eq!(selected(&bench.store, &Filter::everything(), &sort).await, expected, "{values:?}");
        }
    }
}
