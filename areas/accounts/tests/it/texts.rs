//! Every SQL text of the area is prepared on both engines.

use crate::bank::BANK_NAMES;
use testkit::{Bench, on_both_engines};

on_both_engines! {
    async fn every_text_is_prepared(bench: Bench) {
        let trees = [&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS, &BANK_NAMES];
        bench.migrate(&trees).await;
        assert!(accounts::AREA.queries().len() > 30);
        bench.store.prepare_all(&accounts::AREA.queries()).await.unwrap();
    }
}
