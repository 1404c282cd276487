use super::*;

const LIMITS: TurnLimits = TurnLimits { company_max: 100, all_max: 150 };

const WAIT_MAX: Duration = Duration::from_secs(15);

fn readers(threads: usize) -> Readers {
    Readers::start("payroll-reader", threads, LIMITS, WAIT_MAX)
}

fn company(number: u32) -> Cnum {
    format!("C{number:05}").parse().unwrap()
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
    let (one, other) = (company(1), company(2));
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let (tell, is_held) = oneshot::channel();
    let mut held = readers
        .queue(&one, move || {
            tell.send(()).unwrap();
            gate.recv().unwrap();
        })
        .unwrap();
    is_held.await.unwrap();
    let read = Arc::new(Mutex::new(Vec::new()));
    let work = |number: u32| {
        let read = Arc::clone(&read);
        move || read.lock().unwrap().push(number)
    };
    let mut answers: Vec<_> = (0..100).map(|_| readers.queue(&one, work(1)).unwrap()).collect();
    assert_eq!(readers.queue(&one, work(1)).err(), Some(NotRead::TooMany));
    answers.extend([readers.queue(&other, work(2)).unwrap(), readers.queue(&other, work(2)).unwrap()]);
    answers.push(readers.queue(&company(3), work(3)).unwrap());
    open.send(()).unwrap();
    (&mut held.answer).await.unwrap();
    for caller in &mut answers {
        (&mut caller.answer).await.unwrap();
    }
    let read = read.lock().unwrap();
    assert_eq!(read.len(), 103);
    // The turn that was under way is the only one of the first company before the first of everybody else.
    assert_eq!(read[..5], [2, 3, 1, 2, 1]);
}

/// A body whose sender has gone is not taken apart.
#[tokio::test]
async fn pay_01_nobody_reads_for_a_sender_who_is_gone() {
    let readers = readers(1);
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let mut held = readers.queue(&company(1), move || gate.recv().unwrap()).unwrap();
    drop(readers.queue(&company(2), || panic!("read for nobody")).unwrap());
    let (done, is_done) = std::sync::mpsc::channel();
    drop(readers.queue(&company(2), move || done.send(()).unwrap()).unwrap());
    open.send(()).unwrap();
    (&mut held.answer).await.unwrap();
    assert_eq!(readers.run(&company(2), || 1).await, Ok(1));
    assert!(is_done.try_recv().is_err());
}

/// The only thread is held for ever.
#[tokio::test]
async fn security_01_who_waits_for_a_blocked_thread_is_told_so_in_time_and_leaves_the_queue() {
    let wait_max = Duration::from_millis(20);
    let readers = Readers::start("payroll-files", 1, LIMITS, wait_max);
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let mut held = readers.queue(&company(1), move || gate.recv().is_err()).unwrap();
    (&mut held.begun).await.unwrap();
    let body = Arc::new([0_u8; 8]);
    let begin = std::time::Instant::now();
    let own = Arc::clone(&body);
    assert_eq!(readers.run(&company(2), move || own.len()).await, Err(NotRead::TooMany));
    assert!(begin.elapsed() >= wait_max);
    assert_eq!(Arc::strong_count(&body), 1, "what nobody waits for is not kept");
    // Whoever goes away before that takes the work along as well.
    let mut places = Vec::new();
    for _ in 0..LIMITS.company_max {
        let own = Arc::clone(&body);
        places.push(readers.queue(&company(2), move || own.len()).unwrap());
    }
    assert_eq!(readers.queue(&company(2), || 0).err(), Some(NotRead::TooMany));
    drop(places);
    assert_eq!(Arc::strong_count(&body), 1);
    drop(open);
    (&mut held.answer).await.unwrap();
    let mut last = readers.queue(&company(2), || 1).unwrap();
    assert_eq!((&mut last.answer).await, Ok(1));
}
