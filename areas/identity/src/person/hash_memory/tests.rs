use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::HashMemory;

const COUNT: usize = 64;

fn owned(memory: &HashMemory) -> Vec<usize> {
    memory.locked().free.iter().map(Vec::len).collect()
}

#[test]
fn security_03_hashes_one_after_another_use_the_same_memory() {
    let memory = HashMemory::new();
    let first = memory.lend(COUNT, 2).blocks.as_ptr();
    for _ in 0..100 {
        let lent = std::thread::scope(|scope| {
            scope.spawn(|| memory.lend(COUNT, 2).blocks.as_ptr().addr()).join().unwrap()
        });
        assert_eq!(lent, first.addr(), "on a thread of its own, too");
    }
    assert_eq!(owned(&memory), [COUNT]);
}

#[test]
fn security_03_forty_threads_own_the_memory_of_those_at_once() {
    let memory = HashMemory::new();
    let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let mut lent = memory.lend(COUNT, 2);
                    most.fetch_max(at_work.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    lent.as_mut()[COUNT - 1] = argon2::Block::new();
                    at_work.fetch_sub(1, Ordering::SeqCst);
                }
            });
        }
    });
    assert!(most.into_inner() <= 2);
    let owned = owned(&memory);
    assert!(owned.len() <= 2 && owned.iter().all(|length| *length == COUNT), "{owned:?}");
    assert_eq!(memory.locked().lent, 0);
}

#[test]
fn security_03_one_hash_too_many_waits_for_its_memory() {
    let memory = HashMemory::new();
    let (one, other) = (memory.lend(COUNT, 2), memory.lend(COUNT, 2));
    let (lent, told) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            drop(memory.lend(COUNT, 2));
            lent.send(()).unwrap();
        });
        assert!(told.recv_timeout(Duration::from_millis(100)).is_err(), "both are at work");
        drop(one);
        told.recv_timeout(Duration::from_mins(1)).unwrap();
    });
    drop(other);
    assert_eq!(owned(&memory), [COUNT, COUNT]);
}

#[test]
fn security_03_a_costlier_hash_takes_the_place_of_the_memory() {
    let memory = HashMemory::new();
    drop(memory.lend(COUNT, 1));
    drop(memory.lend(4 * COUNT, 1));
    assert_eq!(memory.lend(COUNT, 1).blocks.len(), 4 * COUNT);
    assert_eq!(owned(&memory), [4 * COUNT]);
}

#[test]
fn security_03_a_hash_that_panics_gives_its_memory_back() {
    let memory = HashMemory::new();
    let outcome = std::panic::catch_unwind(|| {
        let _lent = memory.lend(COUNT, 1);
        panic!("in the middle");
    });
    assert!(outcome.is_err());
    assert_eq!((owned(&memory).as_slice(), memory.locked().lent), ([COUNT].as_slice(), 0));
}
