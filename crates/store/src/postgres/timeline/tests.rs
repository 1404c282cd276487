use super::*;

fn timeline(system: &str, number: &str) -> Timeline {
    Timeline::read(system, number).unwrap()
}

#[test]
fn lif_05_a_leader_of_an_older_timeline_is_passed_over() {
    let newest = Newest::default();
    let (first, second) = (timeline("7", "00000001"), timeline("7", "0000000A"));
    assert_eq!(newest.admit(&first), Ok(()));
    assert!(!newest.has_ended(&first));
    assert_eq!(newest.admit(&second), Ok(()));
    assert!(newest.has_ended(&first) && !newest.has_ended(&second));
    let reason = newest.admit(&first).unwrap_err();
    assert!(reason.contains("timeline 1") && reason.contains("10 has begun"), "{reason}");
    // A database that was loaded into another server begins with its first timeline.
    let elsewhere = timeline("8", "00000001");
    assert_eq!(newest.admit(&elsewhere), Ok(()));
    assert!(newest.has_ended(&second));
}

#[test]
fn lif_05_an_answer_that_is_no_timeline_is_none() {
    for number in ["", "0000000G", "100000000", "-1"] {
        assert_eq!(Timeline::read("7", number), None, "{number:?}");
    }
}
