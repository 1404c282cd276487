use super::*;

fn timeline(system: &str, number: &str) -> Timeline {
    Timeline::read(system, number).unwrap()
}

#[test]
fn lif_05_a_leader_of_an_older_timeline_is_passed_over() {
    let newest = Newest::default();
    let (first, second) = (timeline("7", "00000001"), timeline("7", "0000000A"));
    let before = newest.admit(first.clone()).unwrap();
    assert_eq!(newest.admit(first.clone()), Ok(before), "the same server gives another session");
    assert!(!newest.has_ended(before));
    let after = newest.admit(second).unwrap();
    assert!(newest.has_ended(before) && !newest.has_ended(after));
    let reason = newest.admit(first).unwrap_err();
    assert!(reason.contains("timeline 1") && reason.contains("10 has begun"), "{reason}");
    // A database that was loaded into another server begins with its first timeline.
    let elsewhere = timeline("8", "00000001");
    assert_ne!(newest.admit(elsewhere), Ok(after));
    assert!(newest.has_ended(after));
}

#[test]
fn lif_05_an_answer_that_is_no_timeline_is_none() {
    for number in ["", "0000000G", "100000000", "-1"] {
        assert_eq!(Timeline::read("7", number), None, "{number:?}");
    }
}
