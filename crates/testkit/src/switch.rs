//! Switches of operators.

use kernel::Instant;
use store::{Store, StoreError, Tx};
use switches::Setting;

/// Sets a switch, for one thing or, where `subject` is empty, for the whole bank.
pub async fn switch(store: &Store, name: &str, subject: &str, is_on: bool) {
    let [name, subject, reason, person] = [name, subject, "a test", "tester"].map(str::to_owned);
    let setting = Setting { name, subject, is_on, reason, person, set_at: Instant::from_microseconds(1) };
    let set = move |tx: &mut Tx| switches::set(tx, &setting);
    store.write::<_, StoreError>("test.switch", set).await.expect("the switch is set");
}
