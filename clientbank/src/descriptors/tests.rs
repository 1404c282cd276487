//! The division of few descriptors.

use super::*;

fn of_listeners(listeners: usize, allowed: Option<usize>) -> ServeLimits {
    let sqlite = "sqlite:clientbank.db".parse().expect("a location");
    fitted((ServeLimits::default(), listeners), allowed, &sqlite, &StoreLimits::default())
}

fn fitted_to(allowed: Option<usize>) -> ServeLimits {
    of_listeners(2, allowed)
}

#[test]
fn ops_03_the_listener_of_the_banks_own_systems_has_its_share() {
    let limits = of_listeners(3, Some(1_024));
    assert!(limits.connections_max > 100, "{limits:?}");
    assert!(3 * limits.connections_max + ADMINISTRATION_CONNECTIONS_MAX + FILES_KEPT < 1_024, "{limits:?}");
}

#[test]
fn ops_03_what_fits_is_left_as_it_is() {
    assert_eq!(fitted_to(None), ServeLimits::default());
    assert_eq!(fitted_to(Some(1_048_576)), ServeLimits::default());
}

#[test]
fn ops_03_what_does_not_fit_leaves_room_for_the_rest() {
    let limits = fitted_to(Some(1_024));
    assert!(limits.connections_max > 100, "{limits:?}");
    assert!(2 * limits.connections_max + ADMINISTRATION_CONNECTIONS_MAX + FILES_KEPT < 1_024, "{limits:?}");
    assert_eq!(limits.connections_per_address_max, limits.connections_max / ADDRESS_SHARE);
    for few in [0, 1, 64, 256] {
        assert!(fitted_to(Some(few)).connections_max >= 1, "{few}");
        assert!(fitted_to(Some(few)).connections_per_address_max >= 1, "{few}");
    }
    assert_eq!(fitted_to(Some(usize::MAX)), ServeLimits::default());
}
