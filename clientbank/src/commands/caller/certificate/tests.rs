use kernel::SeededRandomness;

use super::{EXAMPLE_NUMBERS, message_id, new_message_id, sample};

#[test]
fn ctc_05_a_sample_keeps_no_identifier_of_the_examples() {
    let randomness = SeededRandomness::new(15);
    for partly_wrong in [false, true] {
        let id = new_message_id(&randomness);
        assert_eq!(message_id(&id), Ok(id.clone()));
        let document = sample(&id, partly_wrong);
        for own in ["ROMASHKA-2026", "ROMASHKA-TX"] {
            assert!(!document.contains(own), "{own}: {document}");
        }
        let numbers = document.matches("<Cert><Id>").count();
        assert!((2..=EXAMPLE_NUMBERS as usize).contains(&numbers), "{document}");
        assert_eq!(document.matches(&format!("<Cert><Id>{id}/")).count(), numbers, "{document}");
    }
}

#[test]
fn ctc_05_two_samples_share_no_message_id() {
    let randomness = SeededRandomness::new(15);
    assert_ne!(new_message_id(&randomness), new_message_id(&randomness));
}

#[test]
fn ctc_05_a_message_id_means_nothing_in_xml() {
    for good in ["A", "ROMASHKA-0f", &"9".repeat(30)] {
        assert_eq!(message_id(good).as_deref(), Ok(good));
    }
    for refused in ["", "A<B", "A&amp;B", "A\"B", "A B", "Ёлка", &"9".repeat(31)] {
        assert!(message_id(refused).is_err(), "{refused}");
    }
}
