use super::*;

const NO_WAIT: Duration = Duration::ZERO;

#[tokio::test]
async fn pay_01_room_is_for_begun_mebibytes_and_comes_back() {
    let room = Room::new(4, NO_WAIT);
    let first = room.take(3 * MEBIBYTE - 1).await.unwrap();
    let second = room.take(0).await.unwrap();
    assert!(room.take(0).await.is_none());
    drop(second);
    assert!(room.take(MEBIBYTE).await.is_none());
    drop(first);
    assert!(room.take(3 * MEBIBYTE).await.is_some());
}

#[tokio::test]
async fn pay_01_a_body_larger_than_the_room_has_it_alone() {
    let room = Room::new(4, NO_WAIT);
    let all = room.take(32 * MEBIBYTE).await.unwrap();
    assert!(room.take(0).await.is_none());
    drop(all);
    let small = room.take(0).await.unwrap();
    assert!(room.take(usize::MAX).await.is_none());
    drop(small);
    assert!(room.take(usize::MAX).await.is_some());
}

#[tokio::test]
async fn pay_01_who_waits_gets_the_room_that_becomes_free() {
    let room = Room::new(1, Duration::from_mins(1));
    let first = room.take(0).await.unwrap();
    let waiting = tokio::spawn({
        let room = room.clone();
        async move { room.take(0).await.is_some() }
    });
    tokio::task::yield_now().await;
    drop(first);
    assert!(waiting.await.unwrap());
}

#[tokio::test]
async fn pay_01_a_company_takes_its_share_and_leaves_the_rest() {
    let room = SharedRoom::new(4, 2, NO_WAIT);
    let (one, other): (Cnum, Cnum) = ("C00001".parse().unwrap(), "C00002".parse().unwrap());
    let alone = room.take(&one, 32 * MEBIBYTE).await.unwrap();
    assert!(room.take(&other, 0).await.is_none());
    drop(alone);
    let ones = room.take(&one, MEBIBYTE).await.unwrap();
    assert!(room.take(&one, 0).await.is_none());
    let others = room.take(&other, 0).await.unwrap();
    drop(ones);
    assert!(room.take(&one, 0).await.is_some());
    drop(others);
}
