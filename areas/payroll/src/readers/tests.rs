use super::*;

const LIMITS: TurnLimits = TurnLimits { company_max: 100, all_max: 150 };

fn company(number: u32) -> Cnum {
    format!("C{number:05}").parse().unwrap()
}

#[tokio::test]
async fn pay_01_a_thread_that_panicked_goes_on() {
    let readers = Readers::start(LIMITS);
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
    let readers = Readers::with_threads(1, LIMITS);
    let (one, other) = (company(1), company(2));
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let (tell, is_held) = oneshot::channel();
    let held = readers.queue(&one, move || {
        tell.send(()).unwrap();
        gate.recv().unwrap();
    });
    is_held.await.unwrap();
    let read = Arc::new(Mutex::new(Vec::new()));
    let work = |number: u32| {
        let read = Arc::clone(&read);
        move || read.lock().unwrap().push(number)
    };
    let mut answers: Vec<_> = (0..100).map(|_| readers.queue(&one, work(1)).unwrap()).collect();
    assert_eq!(readers.queue(&one, work(1)).unwrap_err(), NotRead::TooMany);
    answers.extend([readers.queue(&other, work(2)).unwrap(), readers.queue(&other, work(2)).unwrap()]);
    answers.push(readers.queue(&company(3), work(3)).unwrap());
    open.send(()).unwrap();
    held.unwrap().await.unwrap();
    for answer in answers {
        answer.await.unwrap();
    }
    let read = read.lock().unwrap();
    assert_eq!(read.len(), 103);
    // The turn that was under way is the only one of the first company before the first of everybody else.
    assert_eq!(read[..5], [2, 3, 1, 2, 1]);
}

/// A body whose sender has gone is not taken apart.
#[tokio::test]
async fn pay_01_nobody_reads_for_a_sender_who_is_gone() {
    let readers = Readers::with_threads(1, LIMITS);
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let held = readers.queue(&company(1), move || gate.recv().unwrap()).unwrap();
    drop(readers.queue(&company(2), || panic!("read for nobody")).unwrap());
    let (done, is_done) = std::sync::mpsc::channel();
    drop(readers.queue(&company(2), move || done.send(()).unwrap()).unwrap());
    open.send(()).unwrap();
    held.await.unwrap();
    assert_eq!(readers.run(&company(2), || 1).await, Ok(1));
    assert!(is_done.try_recv().is_err());
}
