//! The evidence of a message: its bytes and its entry in the trail.

use audit::Filter;
use store::params;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, ivanova};
use crate::documents::Message;

store::queries! {
    /// The document of a task.
    DOCUMENT = "select body, charset from certificate_documents where task_id = $1";
    /// Counts the rows of the area.
    ROWS = "select (select cast(count(1) as bigint) from certificate_tasks)
        + (select cast(count(1) as bigint) from certificate_documents)
        + (select cast(count(1) as bigint) from certificates)
        + (select cast(count(1) as bigint) from certificate_task_owners)
        + (select cast(count(1) as bigint) from jobs) as found";
}

on_both_engines! {
    async fn ctc_05_the_document_is_kept_byte_by_byte(bench: Bench) {
        let bank = Bank::new(bench).await;
        let text = Message::new("M-1").xml().replace("UTF-8", "windows-1251");
        let bytes = crate::attacks::windows_1251(&text);
        let id = bank.taken(bytes.clone()).await;
        let row = bank.bench.store.query_optional(&DOCUMENT, params![&id]).await.unwrap().unwrap();
        assert_eq!((row.bytes("body").unwrap(), row.optional_text("charset").unwrap()), (bytes.as_slice(), None));
        bank.work().await;
        assert_eq!(bank.task(&id).await["status"], "ACCEPTED");
    }

    async fn ctc_05_the_trail_tells_who_sent_what(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        bank.work().await;
        let filter = Filter { object_id: Some(id.clone()), ..Filter::default() };
        let entries = audit::list(&bank.bench.store, &filter, 10).await.unwrap();
        assert_eq!(entries.len(), 3, "{entries:?}");
        let of = |action: &str| entries.iter().find(|entry| entry.action == action).unwrap();
        let registered = of("certificate_task.registered");
        let (checking, checked) = (of("certificate_task.checking"), of("certificate_task.checked"));
        assert_eq!(registered.actor_id.as_deref(), Some("U00001"));
        assert_eq!(registered.company.as_ref().map(kernel::Cnum::as_str), Some("C00001"));
        assert!(registered.trace_id.is_some() && registered.detail.contains("\"certificates\":1"), "{registered:?}");
        assert_eq!(checking.actor_kind, "SYSTEM");
        assert!(checked.detail.contains("\"accepted\":1") && checked.detail.contains("\"rejected\":0"), "{checked:?}");
        for entry in &entries {
            assert!(!entry.detail.contains("Ромашка") && !entry.detail.contains(crate::bank::ROMASHKA_INN),
                "{entry:?}");
        }
    }

    async fn ctc_04_a_refused_message_leaves_nothing(bench: Bench) {
        let bank = Bank::new(bench).await;
        bank.taken(Message::new("M-1").xml()).await;
        let rows = || async {
            let row = bank.bench.store.query_optional(&ROWS, vec![]).await.unwrap().unwrap();
            let entries = audit::list(&bank.bench.store, &Filter::default(), 1000).await.unwrap();
            (row.integer("found").unwrap(),
                entries.iter().filter(|entry| entry.object_kind == "certificate_task").count())
        };
        let before = rows().await;
        assert_eq!(before, (5, 1));
        let mut used = Message::with("M-2",
            vec![crate::documents::Certified::new("NEW"), crate::documents::Certified::new("M-1-T")]);
        for message in [Message::new("M-1"), used.clone()] {
            assert_eq!(bank.send(&ivanova(), message.xml()).await.status, 409);
        }
        used.notifications[0].bic = None;
        assert_eq!(bank.send(&ivanova(), used.xml()).await.status, 400);
        assert_eq!(rows().await, before);
    }
}

testkit::on_both_engines! {
    async fn every_text_is_prepared(bench: Bench) {
        let bank = Bank::new(bench).await;
        assert!(currency_certificates::AREA.queries().len() > 15);
        bank.bench.store.prepare_all(&currency_certificates::AREA.queries()).await.unwrap();
    }
}
