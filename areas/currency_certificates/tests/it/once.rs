//! Each message and each transaction once (CTC-04).

use testkit::{Answer, Bench, Engine, TestRequest, on_both_engines};

use crate::bank::{Bank, KOLOS_INN, ivanova, petrov, post, sidorov, task_id};
use crate::documents::{Certified, Message};

/// Equal messages sent at once.
const AT_ONCE: usize = 64;

async fn all(requests: Vec<TestRequest>) -> Vec<Answer> {
    let sent: Vec<_> = requests.into_iter().map(|request| tokio::spawn(request.send())).collect();
    let mut answers = Vec::new();
    for answer in sent {
        answers.push(answer.await.unwrap());
    }
    answers
}

/// One of the answers is 200, all others 409 with this text.
fn assert_one_taken(answers: &[Answer], refusal: impl Fn(&str) -> String) {
    let (taken, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!(
        (taken.len(), refused.len()),
        (1, answers.len() - 1),
        "{:?}",
        answers.iter().map(Answer::text).collect::<Vec<_>>()
    );
    let id = task_id(taken[0]);
    for answer in refused {
        assert_eq!((answer.status.as_u16(), answer.text()), (409, refusal(&id).as_str()));
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    }
}

on_both_engines! {
    async fn ctc_04_of_64_equal_messages_at_once_one_is_taken(bench: Bench) {
        let bank = Bank::new(bench).await;
        let document = Message::with("SAME", vec![Certified::new("SAME-1"), Certified::new("SAME-2")]).xml();
        let mut clients = vec![bank.client.clone()];
        if bank.bench.engine == Engine::Postgres {
            // Equal processes share one database; on SQLite there is one.
            clients.push(bank.second().await.1);
        }
        let requests = (0..AT_ONCE)
            .map(|number| post(&clients[number % clients.len()], &bank.bench, &ivanova(), document.clone()));
        let answers = all(requests.collect()).await;
        assert_one_taken(&answers, |id| format!("The message id SAME was already used, by task {id}\n"));
        assert_eq!(bank.work().await, 1, "one task is worked off");
    }

    async fn ctc_04_of_messages_with_one_transaction_at_once_one_is_taken(bench: Bench) {
        let bank = Bank::new(bench).await;
        let document =
            |number: usize| Message::with(&format!("T-{number}"), vec![Certified::new("SHARED")]).xml();
        let answers = all((0..16).map(|number| bank.post(&ivanova(), document(number))).collect()).await;
        assert_one_taken(&answers, |_| "The transaction id SHARED was already used\n".to_owned());
    }

    async fn ctc_04_a_message_id_is_used_once_by_a_company_whoever_sends(bench: Bench) {
        let bank = Bank::new(bench).await;
        let id = bank.taken(Message::new("M-1").xml()).await;
        bank.work().await;
        let other_content = Message::with("M-1", vec![Certified::new("OTHER")]).xml();
        let answer = bank.send(&petrov(), other_content).await;
        let text = format!("The message id M-1 was already used, by task {id}\n");
        assert_eq!((answer.status.as_u16(), answer.text()), (409, text.as_str()));
        // Upper and lower case are two ids, and so are texts with and without a space.
        for near in ["m-1", "M-1 ", " M-1"] {
            bank.taken(Message::with(near, vec![Certified::new(near)]).xml()).await;
        }
    }

    async fn ctc_04_a_transaction_id_is_used_once_in_this_or_an_earlier_message(bench: Bench) {
        let bank = Bank::new(bench).await;
        bank.taken(Message::with("M-1", vec![Certified::new("T-1"), Certified::new("T-2")]).xml()).await;
        let again =
            Message::with("M-2", vec![Certified::new("T-2"), Certified::new("T-3"), Certified::new("T-1")])
                .xml();
        let answer = bank.send(&ivanova(), again).await;
        let text = "The transaction id T-2 was already used\nThe transaction id T-1 was already used\n";
        assert_eq!((answer.status.as_u16(), answer.text()), (409, text));
        let twice = Message::with(
            "M-3",
            vec![Certified::new("T-4"), Certified::new("T-5"), Certified::new("T-4"), Certified::new("T-4")],
        );
        let answer = bank.send(&ivanova(), twice.xml()).await;
        assert_eq!((answer.status.as_u16(), answer.text()), (409, "The transaction id T-4 was already used\n"));
        let twice = Message::with("M-4", vec![Certified::new("T-6"), Certified::new("T-7"), Certified::new("T-6")]);
        let answer = bank.send(&ivanova(), twice.xml()).await;
        assert_eq!((answer.status.as_u16(), answer.text()), (409, "The transaction id T-6 was already used\n"));
        // A refused message has used nothing up: neither its message id nor its other transaction ids.
        bank.taken(
            Message::with("M-2", vec![Certified::new("T-3"), Certified::new("T-4"), Certified::new("T-5")])
                .xml(),
        )
        .await;
    }

    async fn ctc_04_another_company_may_use_the_same_ids(bench: Bench) {
        let bank = Bank::new(bench).await;
        bank.taken(Message::new("M-1").xml()).await;
        let mut theirs = Message::new("M-1");
        theirs.notifications[0].inn = Some(KOLOS_INN.to_owned());
        task_id(&bank.send(&sidorov(), theirs.xml()).await);
        let answer = bank.send(&sidorov(), theirs.xml()).await;
        assert_eq!(answer.status, 409);
    }

    async fn ctc_04_a_document_that_is_wrong_is_told_so_before_it_is_told_used(bench: Bench) {
        let bank = Bank::new(bench).await;
        bank.taken(Message::new("M-1").xml()).await;
        let wrong = Message { said_items: Some("7".to_owned()), ..Message::new("M-1") };
        assert_eq!(bank.send(&ivanova(), wrong.xml()).await.status, 400);
    }
}
