use super::Store;
use crate::Query;

static ONE: Query = Query::new("ONE", "select 1 as one");

/// The largest future of a read: the state of waiting for a server stays out of it.
const FUTURE_BYTES_MAX: usize = 512;

#[test]
fn a_future_that_reads_is_small() {
    fn bytes_of<F: Future>(_: impl FnOnce(Store) -> F) -> usize {
        size_of::<F>()
    }
    let query = bytes_of(|store| async move { store.query(&ONE, Vec::new()).await });
    let optional = bytes_of(|store| async move { store.query_optional(&ONE, Vec::new()).await });
    let write = bytes_of(|store| async move { store.write("one", |tx| tx.query(&ONE, Vec::new())).await });
    assert!(query.max(optional).max(write) <= FUTURE_BYTES_MAX, "{query} {optional} {write}");
}
