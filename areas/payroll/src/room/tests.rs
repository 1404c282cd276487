use super::*;

const NO_WAIT: Duration = Duration::ZERO;
const LIMITS: TurnLimits = TurnLimits { company_max: 100, all_max: 200 };

fn room(mebibytes: u32, wait_max: Duration) -> Room {
    Room::new(mebibytes, wait_max, LIMITS)
}

fn one() -> Cnum {
    "C00001".parse().unwrap()
}

fn other() -> Cnum {
    "C00002".parse().unwrap()
}

#[tokio::test]
async fn pay_01_room_is_for_begun_mebibytes_and_comes_back() {
    let room = room(4, NO_WAIT);
    let first = room.take(&one(), 3 * MEBIBYTE - 1).await.unwrap();
    let second = room.take(&one(), 0).await.unwrap();
    assert!(room.take(&one(), 0).await.is_none());
    drop(second);
    assert!(room.take(&one(), MEBIBYTE).await.is_none());
    drop(first);
    assert!(room.take(&one(), 3 * MEBIBYTE).await.is_some());
}

#[tokio::test]
async fn pay_01_where_there_is_no_room_nobody_gets_any() {
    assert!(room(0, NO_WAIT).take(&one(), 0).await.is_none());
}

#[tokio::test]
async fn pay_01_a_body_larger_than_the_room_has_it_alone() {
    let room = room(4, NO_WAIT);
    let all = room.take(&one(), 32 * MEBIBYTE).await.unwrap();
    assert!(room.take(&one(), 0).await.is_none());
    drop(all);
    let small = room.take(&one(), 0).await.unwrap();
    assert!(room.take(&one(), usize::MAX).await.is_none());
    drop(small);
    assert!(room.take(&one(), usize::MAX).await.is_some());
}

#[tokio::test]
async fn pay_01_who_waits_gets_the_room_that_becomes_free() {
    let room = room(1, Duration::from_mins(1));
    let first = room.take(&one(), 0).await.unwrap();
    let waiting = room.ask(&one(), 0).unwrap();
    drop(first);
    assert!(waiting.await.is_ok());
}

#[tokio::test]
async fn pay_01_a_company_takes_its_share_and_leaves_the_rest() {
    let room = SharedRoom::new(4, 2, NO_WAIT, LIMITS);
    let alone = room.take(&one(), 32 * MEBIBYTE).await.unwrap();
    assert!(room.take(&other(), 0).await.is_none());
    drop(alone);
    let ones = room.take(&one(), MEBIBYTE).await.unwrap();
    assert!(room.take(&one(), 0).await.is_none());
    let others = room.take(&other(), 0).await.unwrap();
    drop(ones);
    assert!(room.take(&one(), 0).await.is_some());
    drop(others);
}

#[tokio::test]
async fn pay_01_a_hundred_waiting_bodies_of_one_company_let_the_one_of_another_pass() {
    let room = room(8, Duration::from_mins(1));
    let held = room.take(&one(), 7 * MEBIBYTE).await.unwrap();
    let mut ones: Vec<_> = (0..100).map(|_| room.ask(&one(), 0).unwrap()).collect();
    // The other body is heavier than each of them, and waits until there is room for it.
    let mut others = room.ask(&other(), 2 * MEBIBYTE).unwrap();
    drop(held);
    let share = others.try_recv().unwrap();
    // The rest is taken by the hundred, one after the other.
    let places: Vec<Share> = ones.iter_mut().map_while(|waiting| waiting.try_recv().ok()).collect();
    assert_eq!((places.len(), room.0.held().free), (5, 0));
    drop((share, places));
    assert_eq!(ones.iter_mut().skip(5).map_while(|waiting| waiting.try_recv().ok()).count(), 95);
}

#[tokio::test]
async fn pay_01_a_heavy_body_is_not_passed_over_by_light_ones() {
    let room = room(8, Duration::from_mins(1));
    let held: Vec<Share> =
        [room.take(&one(), 0).await.unwrap(), room.take(&one(), 6 * MEBIBYTE).await.unwrap()].into();
    let mut heavy = room.ask(&other(), 8 * MEBIBYTE).unwrap();
    let mut light = room.ask(&one(), 0).unwrap();
    for share in held {
        assert!(heavy.try_recv().is_err() && light.try_recv().is_err());
        drop(share);
    }
    assert!(heavy.try_recv().is_ok());
    assert!(light.try_recv().is_ok());
}

#[tokio::test]
async fn pay_01_who_gave_up_takes_neither_room_nor_a_turn() {
    let room = Room::new(1, Duration::from_mins(1), TurnLimits { company_max: 1, all_max: 2 });
    let held = room.take(&one(), 0).await.unwrap();
    drop(room.ask(&one(), 0).unwrap());
    let mut waiting = room.ask(&one(), 0).unwrap();
    assert!(room.ask(&one(), 0).is_none());
    let gone = room.ask(&other(), 0).unwrap();
    assert!(room.ask(&"C00003".parse().unwrap(), 0).is_none());
    drop(gone);
    drop(held);
    drop(waiting.try_recv().unwrap());
    assert_eq!(room.0.held().free, 1);
}
