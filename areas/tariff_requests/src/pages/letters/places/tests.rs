//! Places are bounded for one company and for all of them.

use kernel::Cnum;

use super::{PLACES_MAX, PLACES_OF_COMPANY_MAX, Places};

fn company(number: usize) -> Cnum {
    format!("C{number}").parse().unwrap()
}

#[test]
fn onl_07_no_company_takes_all_places() {
    let places = Places::default();
    let own: Vec<_> = (0..PLACES_OF_COMPANY_MAX).map(|_| places.take(&company(1)).unwrap()).collect();
    assert!(places.take(&company(1)).is_none());
    let others: Vec<_> =
        (0..PLACES_MAX - PLACES_OF_COMPANY_MAX).map(|n| places.take(&company(2 + n)).unwrap()).collect();
    assert!(places.take(&company(99)).is_none());
    drop(own);
    assert!(places.take(&company(99)).is_some());
    drop(others);
    assert!(places.taken().is_empty(), "nothing is kept of those who are done");
}
