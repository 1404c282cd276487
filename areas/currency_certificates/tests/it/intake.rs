//! The accepted messages and their answers (CTC-01).

use std::sync::Arc;

use currency_certificates::CertificatesState;
use store::{Gate, Passage, Store, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, POST, client, ivanova, petrov, post, task_id};
use crate::documents::{Certified, Message, Notified};

const HEADER: &str =
    "<AppHdr xmlns=\"urn:iso:std:iso:20022:tech:xsd:head.001.001.02\"><BizMsgIdr>1</BizMsgIdr></AppHdr>";

store::queries! {
    TAKE_RIGHTS = "delete from user_company_rights where user_id = 'U00001' and cnum = $1";
}

/// Takes ivanova's rights for a company just before the unit of work that stores a message.
#[derive(Debug)]
struct Taking(Store, &'static str);

impl Gate for Taking {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        let cnum = self.1;
        Box::pin(async move {
            if unit == "register certificates" {
                let take = move |tx: &mut Tx| tx.execute(&TAKE_RIGHTS, params![cnum]);
                self.0.write::<_, StoreError>("take rights", take).await?;
            }
            Ok(())
        })
    }
}

on_both_engines! {
    async fn ctc_01_rights_that_are_taken_while_a_message_is_read_store_none(bench: Bench) {
        let bank = Bank::new(bench).await;
        let mut message = Message::new("S-1");
        let vasilek = Notified {
            inn: Some(crate::bank::VASILEK_INN.to_owned()),
            ..Notified::new("S-1-V", vec![Certified::new("S-1-V-T")])
        };
        message.notifications.push(vasilek);
        // The company of a certificate first, then that of the sender.
        for cnum in ["C00002", "C00001"] {
            let gate = Arc::new(Taking(bank.bench.store.clone(), cnum));
            let store = Store::open_behind(gate, &bank.bench.location, Bench::limits()).await.unwrap();
            let client = client(&bank.bench, &CertificatesState { store, ..bank.state.clone() });
            let refused = post(&client, &bank.bench, &ivanova(), message.xml()).send().await;
            assert_eq!(refused.status, 403, "{cnum}: {}", refused.text());
            message = Message::new("S-1");
        }
        assert_eq!(bank.work().await, 0);
    }

    async fn ctc_01_a_message_of_each_version_is_taken(bench: Bench) {
        let bank = Bank::new(bench).await;
        for version in 1..=4 {
            let id = bank.taken(Message { version, ..Message::new(&format!("M-{version}")) }.xml()).await;
            let task = bank.task(&id).await;
            assert_eq!(task["messageName"], format!("auth.024.001.0{version}"));
            assert_eq!(task["messageId"], format!("M-{version}"));
        }
    }

    async fn ctc_01_the_examples_are_taken(bench: Bench) {
        let bank = Bank::new(bench).await;
        for example in
            [currency_certificates::examples::CERTIFICATES, currency_certificates::examples::PARTLY_WRONG]
        {
            bank.taken(example).await;
        }
    }

    async fn ctc_01_a_document_in_an_envelope_is_taken(bench: Bench) {
        let bank = Bank::new(bench).await;
        for (number, (open, close)) in [("<Envelope>", "</Envelope>"), ("<x:Msg xmlns:x=\"urn:bank\">", "</x:Msg>")]
        .into_iter()
        .enumerate()
        {
            let message = Message::new(&format!("E-{number}"));
            let id = bank.taken(format!("{open}{HEADER}{}{close}", message.root())).await;
            assert_eq!(bank.task(&id).await["messageId"], message.id);
        }
        let without_header = format!("<Envelope>{}</Envelope>", Message::new("E-9").root());
        assert_eq!(bank.send(&ivanova(), without_header).await.status, 400);
    }

    async fn ctc_01_other_messages_are_refused(bench: Bench) {
        let bank = Bank::new(bench).await;
        let right = Message::new("O-1").xml();
        for other in ["auth.024.001.05", "auth.025.001.01", "pain.001.001.09"] {
            let answer = bank.send(&ivanova(), right.replace("auth.024.001.04", other)).await;
            assert_eq!(answer.status, 400, "{other}: {}", answer.text());
            assert!(answer.text().starts_with("line 2, column 1, /"), "{}", answer.text());
        }
        // A message of the bank's own kind is none to be sent.
        let report = include_str!("../../examples/status_report.xml");
        let answer = bank.send(&ivanova(), report).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
    }

    async fn ctc_01_the_body_is_application_xml(bench: Bench) {
        let bank = Bank::new(bench).await;
        let document = Message::new("T-1").xml();
        let wrong = [
            None,
            Some("text/xml"),
            Some("application/json"),
            Some("application/soap+xml"),
            Some("text/plain; application/xml"),
            Some("application/xml; charset=utf-8; charset=utf-16"),
            Some(""),
        ];
        let tokens = bank.bench.tokens.pair(&ivanova());
        for content_type in wrong {
            let request = bank.client.post(POST).tokens(&tokens).body(document.clone());
            let request = content_type
                .into_iter()
                .fold(request, |request, value| request.header("content-type", value));
            let answer = request.send().await;
            let text = "The content type is not supported: send `Content-Type: application/xml`";
            assert_eq!((answer.status.as_u16(), answer.text()), (415, text), "{content_type:?}");
            assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
        }
        let encoded = bank.post(&ivanova(), document.clone()).header("content-encoding", "gzip").send().await;
        assert_eq!(encoded.status, 415);
        let request = bank.client.post(POST).tokens(&tokens).body(document);
        task_id(&request.header("content-type", "Application/XML; Charset=\"UTF-8\"").send().await);
    }

    async fn ctc_01_a_message_may_have_certificates_of_several_companies_of_the_user(bench: Bench) {
        let bank = Bank::new(bench).await;
        let mut message = Message::new("S-1");
        let vasilek = Notified {
            inn: Some(crate::bank::VASILEK_INN.to_owned()),
            ..Notified::new("S-1-V", vec![Certified::new("S-1-V-T")])
        };
        message.notifications.push(vasilek);
        // petrov acts for Romashka alone.
        let answer = bank.send(&petrov(), message.xml()).await;
        assert_eq!(answer.status, 400);
        assert!(answer.text().contains("/TxNtfctn[2]/AcctOwnr/"), "{}", answer.text());
        // She acts for both, but this software is registered for Romashka alone.
        let of_romashka = ivanova().with_client("romashka-hr");
        let answer = bank.send(&of_romashka, message.xml()).await;
        assert_eq!(answer.status, 400);
        assert!(answer.text().contains("/TxNtfctn[2]/AcctOwnr/"), "{}", answer.text());
        let id = bank.taken(message.xml()).await;
        assert_eq!(bank.task(&id).await["certificates"].as_array().unwrap().len(), 2);
        let path = format!("/v1/iso20022/tasks/{id}");
        assert_eq!(bank.get(&of_romashka, &path).await.status, 404);
        // Messages that he may not send he does not see either, although his company sent them.
        assert_eq!(bank.get(&petrov(), &path).await.status, 404);
    }
}
