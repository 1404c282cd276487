use super::*;

#[tokio::test]
async fn pay_01_a_thread_that_panicked_goes_on() {
    let readers = Readers::start();
    assert_eq!(readers.run(|| 1).await, Some(1));
    for _ in 0..2 * THREADS_MAX {
        assert_eq!(readers.run(|| -> u8 { panic!("planned") }).await, None);
    }
    let name = readers.run(|| thread::current().name().map(str::to_owned)).await;
    assert_eq!(name, Some(Some("payroll-reader".to_owned())));
}
