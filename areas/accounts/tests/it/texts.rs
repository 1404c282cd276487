//! Every SQL text of the area is prepared on both engines.

use crate::bank::BANK_NAMES;
use testkit::{Bench, on_both_engines};

on_both_engines! {
    async fn every_text_is_prepared(bench: Bench) {
        bench.migrate(&[&audit::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS, &BANK_NAMES]).await;
        assert!(accounts::AREA.queries().len() > 30);
        bench.store.prepare_all(&accounts::AREA.queries()).await.unwrap();
    }
}
