//! Masks of the token against forged forms.

use kernel::SeededRandomness;

use super::{mask, matches};

const TOKEN: &str = "kW9fR0Zc3n6dP1qS7tUvXyA2bC4eG5hJ8kLmNoQrTsU";

#[test]
fn onl_08_each_page_has_the_token_under_another_mask() {
    let randomness = SeededRandomness::new(1);
    let (first, second) = (mask(TOKEN, &randomness), mask(TOKEN, &randomness));
    assert_ne!(first, second);
    for masked in [&first, &second] {
        assert!(matches(masked, TOKEN));
        assert!(!masked.contains(TOKEN));
        let shared =
            masked.as_bytes().windows(4).any(|part| TOKEN.as_bytes().windows(4).any(|own| own == part));
        assert!(!shared, "{masked}");
    }
}

#[test]
fn onl_08_what_is_not_the_token_is_refused_masked_or_not() {
    let randomness = SeededRandomness::new(2);
    let good = mask(TOKEN, &randomness);
    let other = mask(&TOKEN.replace('k', "l"), &randomness);
    let cut = &good[..good.len() - 4];
    for sent in ["", "m.", "m.!", "m.AAAA", TOKEN.trim_end_matches('U'), &other, cut, &format!("{good}AA")] {
        assert!(!matches(sent, TOKEN), "{sent}");
    }
    assert!(matches(TOKEN, TOKEN));
}
