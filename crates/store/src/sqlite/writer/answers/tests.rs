use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::Answers;

const FOREVER: Duration = Duration::from_hours(1);

#[test]
fn the_writer_goes_on_when_the_last_answer_was_taken() {
    let (hand, handed) = channel();
    let (taken_at, told) = channel();
    let taker = std::thread::spawn(move || {
        for answer in handed {
            taken_at.send(Instant::now()).unwrap();
            drop(answer);
        }
    });
    let answers = Answers::of_this_thread();
    for _ in 0..100 {
        hand.send(answers.sent()).unwrap();
    }
    answers.taken(FOREVER);
    let went_on_at = Instant::now();
    let last_taken_at = told.iter().take(100).last().unwrap();
    assert!(last_taken_at <= went_on_at);
    drop(hand);
    taker.join().unwrap();
}

#[test]
fn the_writer_waits_for_nobody_who_has_given_up() {
    let answers = Answers::of_this_thread();
    answers.taken(FOREVER);
    drop([answers.sent(), answers.sent()]);
    answers.taken(FOREVER);
}

#[test]
fn the_writer_does_not_wait_for_ever() {
    let answers = Answers::of_this_thread();
    let kept = answers.sent();
    let (started, wait_max) = (Instant::now(), Duration::from_millis(1));
    answers.taken(wait_max);
    assert!(started.elapsed() >= wait_max);
    drop(kept);
    answers.taken(FOREVER);
}

#[test]
fn answers_of_one_commit_do_not_hold_up_those_of_another() {
    let (stuck, next) = (Answers::of_this_thread(), Answers::of_this_thread());
    let _kept = stuck.sent();
    drop(next.sent());
    next.taken(FOREVER);
}
