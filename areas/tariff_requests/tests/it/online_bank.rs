//! Pages about requests.

use testkit::Bench;

use crate::bank::{Bank, ivanova, petrov, sidorov};

testkit::on_both_engines! {
    async fn tar_03_the_pages_show_list_document_and_history(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let empty = bank.page(&sidorov(), "/bank/tariffs").await;
        assert!(empty.text().contains("Заявлений пока нет.") && empty.text().contains("Старт"), "{}", empty.text());
        let id = bank.create(&sidorov(), "C00003", "PRO").await;
        let list = bank.page(&sidorov(), "/bank/tariffs").await;
        assert!(list.text().contains(&format!("/bank/tariffs/{id}")) && list.text().contains("Не подписано"));
        let detail = bank.page(&sidorov(), &format!("/bank/tariffs/{id}")).await;
        for words in [
            "Профи", "Заявление на смену тарифного плана", "Зарплатный проект", "770712345633", "timeline",
            "Скачать PDF", "Удалить", "Код подтверждения", "data-passkey=\"/bank/confirmation/passkey\"",
            "первая подпись",
        ] {
            assert!(detail.text().contains(words), "{words}");
        }
        let english =
            bank.pages.get(&format!("/bank/tariffs/{id}")).online_bank(&bank.bench.tokens, &sidorov());
        let english = english.header("accept-language", "en").send().await;
        assert!(english.text().contains("Nobody has signed the request yet."), "{}", english.text());
        bank.sign(&sidorov(), id).await;
        bank.work().await;
        let done = bank.page(&sidorov(), &format!("/bank/tariffs/{id}?done=signed")).await;
        assert!(
            done.text().contains("Подпись принята.")
                && done.text().contains("Исполнено")
                && done.text().contains("Банк")
        );
        assert!(!done.text().contains("Удалить") && !done.text().contains("data-live"));
        let list = bank.page(&sidorov(), "/bank/tariffs").await;
        assert!(list.text().contains("Будущий тарифный план"), "{}", list.text());
        for absent in ["/bank/tariffs/1", "/bank/tariffs/x", "/bank/tariffs/1/pdf"] {
            assert_eq!(bank.page(&sidorov(), absent).await.status, 404, "{absent}");
        }
        assert_eq!(bank.page(&ivanova(), &format!("/bank/tariffs/{id}")).await.status, 404);
    }

    async fn tar_07_a_request_is_deleted_in_the_online_bank(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = bank.create(&ivanova(), "C00001", "PRO").await;
        let path = format!("/bank/tariffs/{id}/delete");
        assert_eq!(
            bank.pages.post(&path).online_bank(&bank.bench.tokens, &petrov()).form(&[]).send().await.status,
            403
        );
        let deleted = bank.send(&petrov(), &path, &[]).await;
        assert_eq!((deleted.status.as_u16(), deleted.location()), (303, Some("/bank/tariffs?done=deleted")));
        let list = bank.page(&petrov(), "/bank/tariffs?done=deleted").await;
        assert!(list.text().contains("Заявление удалено.") && list.text().contains("Заявлений пока нет."));
        assert_eq!(bank.send(&petrov(), &path, &[]).await.status, 404);
    }
}
