use super::IdentityState;

/// A few pointers; a key of the library that signs has a thousand bytes and more.
const STATE_BYTES_MAX: usize = 256;

/// The state is cloned several times for each request and becomes a part of the future that answers it: with the keys
/// in it, that future had 27,000 bytes, and to move it was a tenth of a refresh.
#[test]
fn the_state_is_small() {
    assert!(size_of::<IdentityState>() <= STATE_BYTES_MAX);
}
