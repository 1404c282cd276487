//! EVT-02: no webhook leads into the bank's own network.

use testkit::{Bench, on_both_engines};
use webhooks::address::Reach;

use crate::house::{House, id_of};
use crate::receiver::Receiver;

store::queries! {
    /// An address that got past every check of texts.
    pub SMUGGLE = "update webhooks set address = $2 where webhook_id = $1";
}

on_both_engines! {
    async fn evt_02_a_name_that_leads_to_the_machine_is_refused_at_the_connection(bench: Bench) {
        let house = House::reaching(bench, Reach::Public).await;
        let receiver = Receiver::willing().await;
        let id = id_of(&house.webhook("https://erp.example/").await);
        // The address of a name is known only by looking it up, so the check of the text alone would not do.
        for address in [format!("http://localhost:{}/", receiver.port),
            format!("http://127.0.0.1:{}/", receiver.port)] {
            let key = id.clone();
            let smuggled = address.clone();
            let work = move |tx: &mut store::Tx| {
                tx.execute_one(&SMUGGLE, store::params![key.as_str(), smuggled.as_str()])
            };
            house.bench.store.write::<_, store::StoreError>("smuggle", work).await.unwrap();
            house.statement(&address, "DRAFT").await;
            house.work_after(40_000).await;
            let log = house.log(&id).await;
            let event = log[0]["eventId"].as_str().unwrap().to_owned();
            let attempts = house.attempts(&id, &event).await;
            assert!(attempts.iter().all(|attempt| attempt["outcome"] == "FORBIDDEN_ADDRESS"), "{attempts:?}");
        }
        assert!(receiver.received().is_empty());
    }
}
