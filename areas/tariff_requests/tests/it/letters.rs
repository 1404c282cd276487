//! Letters in the online bank: seen and answered.

use kernel::Clock as _;
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller};

use crate::bank::{Bank, ivanova, ivanova_of_vasilek, sidorov};
use crate::working::audited;
use crate::writing::unread;

store::queries! {
    /// Another letter of C00002.
    LATER = "insert into letters (letter_id, cnum, subject, created_at_us, updated_at_us)
        values ($1, 'C00002', 'Ещё одно', $2, $2)";

    /// The client's message in it.
    WRITTEN = "insert into letter_messages (letter_id, number, sender, author_user_id, author_name, body, sent_at_us)
        values ($1, 1, 'CLIENT', 'U00001', 'Иванова Анна', 'Вопрос', $2)";

    /// The number of messages of a letter that its client has seen.
    SEEN = "select count(*) as seen from letter_messages where letter_id = $1 and seen_at_us is not null";
}

async fn letter(bank: &Bank) -> String {
    let answer = bank.correspond(&ivanova(), "C00002", "1").await;
    answer.json()["mailId"].as_str().unwrap().to_owned()
}

testkit::on_both_engines! {
    async fn tar_08_a_letter_is_answered_in_the_online_bank(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail = letter(&bank).await;
        let path = format!("/bank/letters/{mail}");
        let sent = bank
            .write(&ivanova_of_vasilek(), &format!("{path}/answer"), &[("body", "Когда отмените?\r\n<b>Ждём</b>")])
            .await;
        assert_eq!((sent.status.as_u16(), sent.location()), (303, Some(format!("{path}?done=sent").as_str())));
        assert_eq!(audited(&bank, "letter.answered").await, 1);
        let page = bank.page(&ivanova_of_vasilek(), &path).await;
        assert!(page.text().contains("Когда отмените?") && !page.text().contains("<b>Ждём"), "{}", page.text());
        for (body, words) in [("", "Напишите текст"), (&*"x".repeat(4001), "не более 4000")]
        {
            let refused =
                bank.write(&ivanova_of_vasilek(), &format!("{path}/answer"), &[("body", body)]).await;
            assert_eq!(refused.status, 422);
            assert!(refused.text().contains(words));
        }
        // Somebody else's letter is no letter.
        assert_eq!(bank.write(&sidorov(), &format!("{path}/answer"), &[("body", "x")]).await.status, 404);
        assert_eq!(bank.page(&sidorov(), &path).await.status, 404);
        assert_eq!(bank.page(&sidorov(), "/bank/letters/x").await.status, 404);
    }

    async fn tar_08_what_the_bank_writes_is_new_until_it_is_opened(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail = letter(&bank).await;
        let new = |page: &testkit::Answer| page.text().contains(">Новое<");
        assert!(!new(&bank.page(&ivanova_of_vasilek(), "/bank/letters").await), "the client's own letter is not new");
        let file = format!("answer_id,letter_id,body\nA1,{mail},Ответ\n");
        bank.add("letter_answers.csv", &file).await.unwrap();
        assert!(new(&bank.page(&ivanova_of_vasilek(), "/bank/letters").await));
        assert!(new(&bank.page(&ivanova_of_vasilek(), &format!("/bank/letters/{mail}")).await));
        assert!(!new(&bank.page(&ivanova_of_vasilek(), "/bank/letters").await));
    }

    async fn tar_08_who_marks_letters_as_read_is_in_the_trail(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail = letter(&bank).await;
        let read = async || {
            assert_eq!(bank.send(&ivanova_of_vasilek(), "/bank/letters/read", &[]).await.status, 303);
            audited(&bank, "letters.read").await
        };
        assert_eq!(read().await, 0, "nothing was new");
        let file = format!("answer_id,letter_id,body\nA1,{mail},Ответ\n");
        bank.add("letter_answers.csv", &file).await.unwrap();
        assert_eq!((read().await, read().await), (1, 1));
        let list = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert!(!list.text().contains(">Новое<"), "{}", list.text());
    }

    async fn tar_08_letters_that_are_marked_as_read_are_all_of_them(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail = letter(&bank).await;
        let file = format!("answer_id,letter_id,body\nA1,{mail},Ответ\n");
        bank.add("letter_answers.csv", &file).await.unwrap();
        let now = bank.bench.clock.now();
        let later = move |tx: &mut Tx| {
            (1..=200).try_for_each(|number| {
                let (id, at) = (format!("019e0b1e-5a80-7c3a-9d1b-{number:012}"), now.plus_seconds(number));
                tx.execute_one(&LATER, params![id.as_str(), at])?;
                tx.execute_one(&WRITTEN, params![id.as_str(), at])
            })
        };
        bank.bench.store.write::<_, StoreError>("test.later", later).await.unwrap();
        let seen = async || {
            let row = bank.bench.store.query_optional(&SEEN, params![mail.as_str()]).await.unwrap().unwrap();
            row.integer("seen").unwrap()
        };
        assert_eq!(seen().await, 0);
        assert_eq!(bank.send(&ivanova_of_vasilek(), "/bank/letters/read", &[]).await.status, 303);
        assert_eq!((seen().await, audited(&bank, "letters.read").await), (1, 1));
    }

    async fn onl_02_an_answer_in_an_old_letter_is_counted_and_listed_until_it_is_opened(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail = letter(&bank).await;
        bank.add("letter_answers.csv", &format!("answer_id,letter_id,body\nA1,{mail},Ответ\n")).await.unwrap();
        let now = bank.bench.clock.now();
        let later = move |tx: &mut Tx| {
            (1..=200).try_for_each(|number| {
                let (id, at) = (format!("019e0b1e-5a80-7c3a-9d1b-{number:012}"), now.plus_seconds(number));
                tx.execute_one(&LATER, params![id.as_str(), at])?;
                tx.execute_one(&WRITTEN, params![id.as_str(), at])
            })
        };
        bank.bench.store.write::<_, StoreError>("test.later", later).await.unwrap();
        let shown = async || {
            let list = bank.page(&ivanova_of_vasilek(), "/bank/letters?show=unread").await;
            (unread(&bank, &ivanova_of_vasilek()).await, list.text().matches("class=\"row-link\"").count())
        };
        assert_eq!(shown().await, (1, 1));
        let path = format!("/bank/letters/{mail}");
        assert!(bank.page(&ivanova_of_vasilek(), &path).await.text().contains(">Новое<"));
        assert_eq!(shown().await, (0, 0));
        bank.add("letter_answers.csv", &format!("answer_id,letter_id,body\nA2,{mail},Ещё\n")).await.unwrap();
        assert_eq!(shown().await, (1, 1), "the second answer is new again");
    }

    async fn tar_01_the_pages_need_the_role_too(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let without = TestCaller::new("U00004", "C00001");
        for path in [
            "/bank/tariffs", "/bank/tariffs/1", "/bank/tariffs/1/pdf", "/bank/letters",
            "/bank/letters/019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10",
        ] {
            assert_eq!(bank.page(&without, path).await.status, 403, "{path}");
            assert_eq!(bank.pages.get(path).send().await.status, 303, "{path}");
        }
    }
}
