use std::pin::Pin;
use std::task::{Context, Waker};

use futures_util::future::join_all;

use super::*;

const LIMITS: TurnLimits = TurnLimits { company_max: 100, all_max: 150 };

const WAIT_MAX: Duration = Duration::from_secs(15);

fn readers(threads: usize) -> Readers {
    Readers::start("payroll-reader", threads, LIMITS, WAIT_MAX)
}

fn company(number: u32) -> Cnum {
    format!("C{number:05}").parse().unwrap()
}

type Asked<'r, T> = Pin<Box<dyn Future<Output = Result<T, NotRead>> + 'r>>;

/// Asks for some work, which is begun or waits for its turn then.
fn asked<'r, T: Send + 'static>(
    readers: &'r Readers,
    company: &'r Cnum,
    work: impl FnOnce() -> T + Send + 'static,
) -> Asked<'r, T> {
    let mut answer: Asked<'r, T> = Box::pin(readers.run(company, work));
    assert!(answer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    answer
}

#[tokio::test]
async fn pay_01_a_thread_that_panicked_goes_on() {
    let readers = readers(threads_of_cores());
    let one = company(1);
    assert_eq!(readers.run(&one, || 1).await, Ok(1));
    for _ in 0..2 * THREADS_MAX {
        assert_eq!(readers.run(&one, || -> u8 { panic!("planned") }).await, Err(NotRead::Failed));
    }
    let name = readers.run(&one, || thread::current().name().map(str::to_owned)).await;
    assert_eq!(name, Ok(Some("payroll-reader".to_owned())));
}

/// The only thread is held; what is queued meanwhile writes down whose it is.
#[tokio::test]
async fn pay_01_a_hundred_heavy_bodies_of_one_company_delay_another_by_one_turn_at_most() {
    let readers = readers(1);
    let [one, other, third] = [company(1), company(2), company(3)];
    let (open, gate) = mpsc::channel::<()>();
    let held = asked(&readers, &one, move || gate.recv().unwrap());
    let read = Arc::new(Mutex::new(Vec::new()));
    let work = |number: u32| {
        let read = Arc::clone(&read);
        move || read.lock().unwrap().push(number)
    };
    let mut answers: Vec<_> = (0..100).map(|_| asked(&readers, &one, work(1))).collect();
    assert_eq!(readers.run(&one, work(1)).await, Err(NotRead::TooMany));
    answers.extend([asked(&readers, &other, work(2)), asked(&readers, &other, work(2))]);
    answers.push(asked(&readers, &third, work(3)));
    open.send(()).unwrap();
    held.await.unwrap();
    assert!(join_all(answers).await.iter().all(Result::is_ok));
    let read = read.lock().unwrap();
    assert_eq!(read.len(), 103);
    // The turn that was under way is the only one of the first company before the first of everybody else.
    assert_eq!(read[..5], [2, 3, 1, 2, 1]);
}

/// A body whose sender has gone is not taken apart.
#[tokio::test]
async fn pay_01_nobody_reads_for_a_sender_who_is_gone() {
    let readers = readers(1);
    let [one, other] = [company(1), company(2)];
    let (open, gate) = mpsc::channel::<()>();
    let held = asked(&readers, &one, move || gate.recv().unwrap());
    let (done, is_done) = mpsc::channel();
    drop(asked(&readers, &other, move || done.send(()).unwrap()));
    open.send(()).unwrap();
    held.await.unwrap();
    assert_eq!(readers.run(&other, || 1).await, Ok(1));
    assert!(is_done.try_recv().is_err());
}

/// The only thread is held for ever.
#[tokio::test]
async fn security_01_who_waits_for_a_blocked_thread_is_told_so_in_time_and_leaves_the_queue() {
    let wait_max = Duration::from_millis(20);
    let readers = Readers::start("payroll-files", 1, LIMITS, wait_max);
    let [one, other] = [company(1), company(2)];
    let (open, gate) = mpsc::channel::<()>();
    let held = asked(&readers, &one, move || gate.recv().is_err());
    let body = Arc::new([0_u8; 8]);
    let begin = std::time::Instant::now();
    let own = Arc::clone(&body);
    assert_eq!(readers.run(&other, move || own.len()).await, Err(NotRead::TooMany));
    assert!(begin.elapsed() >= wait_max);
    assert_eq!(Arc::strong_count(&body), 1, "what nobody waits for is not kept");
    // Whoever goes away before that takes the work along as well.
    let mut places = Vec::new();
    for _ in 0..LIMITS.company_max {
        let own = Arc::clone(&body);
        places.push(asked(&readers, &other, move || own.len()));
    }
    assert_eq!(readers.run(&other, || 0).await, Err(NotRead::TooMany));
    drop(places);
    assert_eq!(Arc::strong_count(&body), 1);
    drop(open);
    assert_eq!(held.await, Ok(true));
    assert_eq!(readers.run(&other, || 1).await, Ok(1));
}
