use super::*;

const LIMITS: TurnLimits = TurnLimits { company_max: 100, all_max: 150 };

fn company(number: u32) -> Cnum {
    format!("C{number:05}").parse().unwrap()
}

/// The companies of all that waits, in the order of their turns.
fn order(turns: &mut Turns<u32>) -> Vec<u32> {
    std::iter::from_fn(|| {
        let next = turns.next().copied();
        assert_eq!(turns.pop(), next);
        next
    })
    .collect()
}

#[test]
fn pay_01_companies_take_turns_whoever_came_first() {
    let mut turns = Turns::new(LIMITS);
    for number in [1, 1, 1, 1, 2, 3, 3] {
        assert!(turns.push(&company(number), number));
    }
    assert_eq!(order(&mut turns), [1, 2, 3, 1, 3, 1, 1]);
}

#[test]
fn pay_01_who_comes_new_waits_for_no_second_turn_of_whoever_had_the_last() {
    let mut turns = Turns::new(LIMITS);
    for _ in 0..100 {
        assert!(turns.push(&company(1), 1));
    }
    assert_eq!(turns.pop(), Some(1));
    assert!(turns.push(&company(2), 2));
    assert_eq!(turns.pop(), Some(2));
    assert_eq!(turns.pop(), Some(1));
    // Also when what waited was all.
    let mut turns = Turns::new(LIMITS);
    assert!(turns.push(&company(1), 1));
    assert_eq!(turns.pop(), Some(1));
    for number in [1, 2] {
        assert!(turns.push(&company(number), number));
    }
    assert_eq!(order(&mut turns), [2, 1]);
}

#[test]
fn pay_01_the_queue_is_bounded_for_one_company_and_for_all() {
    let mut turns = Turns::new(LIMITS);
    for _ in 0..100 {
        assert!(turns.push(&company(1), 1));
    }
    assert!(!turns.push(&company(1), 1));
    for number in 2..52 {
        assert!(turns.push(&company(number), number));
    }
    assert!(!turns.push(&company(52), 52));
    turns.retain(|number| *number != 1);
    assert!(turns.push(&company(52), 52));
    assert_eq!(order(&mut turns), (2..=52).collect::<Vec<u32>>());
    assert!(turns.push(&company(1), 1));
}
