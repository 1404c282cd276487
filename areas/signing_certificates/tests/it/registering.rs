//! Registration of a certificate that is there already, with proof of possession.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cms::{Authority, CertificateRequest};
use kernel::Clock as _;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, DAY_S, IVANOVA, PASSKEY, ivanova, ivanova_of_vasilek, petrov, subject};

on_both_engines! {
    async fn onl_05_a_certificate_is_registered_by_who_has_its_key(bench: Bench) {
        let bank = Bank::open(bench).await;
        let person = bank.person(IVANOVA);
        assert_eq!(bank.counts_signature("C00001", &person).await, Err("CERTIFICATE_NOT_REGISTERED".to_owned()));
        assert_eq!(bank.begin(&ivanova(), "FIRST", &person.certificate).await.status, 303);
        let page = bank.get(&ivanova(), "/bank/signature/register/proof").await;
        assert!(page.text().contains("data-signing") && page.text().contains("register/document.json"), "{}",
            page.text());
        assert!(page.text().contains(PASSKEY), "{}", page.text());
        let document = bank.get(&ivanova(), "/bank/signature/register/document.json").await;
        let digest = bank.challenge(&ivanova()).await;
        assert_eq!(canonical::digest(document.text()).unwrap().as_slice(), digest,
            "the document is in its canonical form");
        for part in [person.id().as_str(), "C00001", "U00001", "FIRST", "registration of a signing certificate"] {
            assert!(document.text().contains(part), "{part}: {}", document.text());
        }
        let offered = bank.get(&ivanova(), "/bank/signature/register/certificate.pem").await;
        assert_eq!(offered.text(), person.certificate.to_pem());
        // Pasted with armour and line breaks, as OpenSSL writes it.
        let cms = person.sign(&digest).as_bytes().chunks(64).map(|line| String::from_utf8_lossy(line) + "\r\n")
            .collect::<String>();
        let done = bank.prove(&ivanova(), &format!("-----BEGIN CMS-----\r\n{cms}-----END CMS-----\r\n")).await;
        assert_eq!(done.location(), Some("/bank/signature?done=registered"), "{}", done.text());
        assert_eq!(bank.counts_signature("C00001", &person).await, Ok(()));
        assert!(bank.room(&ivanova()).await.contains(&person.id()));
        assert_eq!(bank.counts().await, [1, 0, 0, 0]);
        assert_eq!(bank.trail().await, ["signing_certificate.registered"]);
        // For another company it is registered by itself.
        assert_eq!(bank.register(&ivanova_of_vasilek(), "FIRST", &person).await.status, 303);
        assert_eq!(bank.counts().await[0], 2);
        let again = bank.begin(&ivanova(), "FIRST", &person.certificate).await;
        assert!(again.text().contains("registered already"), "{}", again.text());
    }

    async fn onl_05_a_challenge_is_good_for_one_registration_in_ten_minutes(bench: Bench) {
        let bank = Bank::open(bench).await;
        let (first, second) = (bank.person(IVANOVA), bank.person(IVANOVA));
        bank.begin(&ivanova(), "FIRST", &first.certificate).await;
        let digest = bank.challenge(&ivanova()).await;
        let cms = first.sign(&digest);
        // Another certificate has another challenge: the signature of before is none of it.
        bank.begin(&ivanova(), "FIRST", &second.certificate).await;
        let wrong = bank.prove(&ivanova(), &cms).await;
        assert_eq!(wrong.status, 422);
        // The same certificate has another challenge each time.
        bank.begin(&ivanova(), "FIRST", &first.certificate).await;
        assert_ne!(bank.challenge(&ivanova()).await, digest);
        let replayed = bank.prove(&ivanova(), &cms).await;
        assert!(replayed.status == 422 && replayed.text().contains("message-digest"), "{}", replayed.text());
        assert_eq!(bank.counts().await, [0, 0, 1, 0]);
        let digest = bank.challenge(&ivanova()).await;
        let cms = first.sign(&digest);
        assert_eq!(bank.prove(&ivanova(), &cms).await.location(), Some("/bank/signature?done=registered"));
        assert_eq!(bank.prove(&ivanova(), &cms).await.location(), Some("/bank/signature?done=late"), "it is gone");
        assert_eq!(bank.get(&ivanova(), "/bank/signature/register/digest.bin").await.status, 404);
        // The last second counts, the next does not.
        bank.begin(&ivanova(), "FIRST", &second.certificate).await;
        let digest = bank.challenge(&ivanova()).await;
        bank.bench.clock.advance_seconds(600);
        assert_eq!(bank.prove(&ivanova(), &second.sign(&digest)).await.location(), Some("/bank/signature?done=late"));
        bank.begin(&ivanova(), "FIRST", &second.certificate).await;
        let digest = bank.challenge(&ivanova()).await;
        bank.bench.clock.advance_seconds(599);
        assert_eq!(bank.prove(&ivanova(), &second.sign(&digest)).await.location(),
            Some("/bank/signature?done=registered"));
    }

    async fn onl_05_without_the_key_nothing_is_registered(bench: Bench) {
        let bank = Bank::open(bench).await;
        let (own, other) = (bank.person(IVANOVA), bank.person(IVANOVA));
        bank.begin(&ivanova(), "FIRST", &own.certificate).await;
        let digest = bank.challenge(&ivanova()).await;
        let both = {
            let signers = [&own, &other].map(|one| cms::Signer::from_pem(&one.key, &one.certificate.to_pem()).unwrap());
            STANDARD.encode(cms::sign(&digest, &[&signers[0], &signers[1]]).unwrap())
        };
        for (cms, words) in [
            (other.sign(&digest), "another certificate"),
            (own.sign(&[7; 32]), "message-digest"),
            (both, "signers"),
            (STANDARD.encode("no CMS"), "BER"),
            ("<script>".to_owned(), "Base64"),
            (String::new(), "BER"),
        ] {
            let refused = bank.prove(&ivanova(), &cms).await;
            assert_eq!(refused.status, 422, "{words}");
            assert!(refused.text().contains("does not show that you have the key")
                && refused.text().contains(words), "{words}: {}", refused.text());
            // It does not cost a one-time code.
            let fields = [("cms", cms.as_str()), ("answer", "used")];
            let unspent = bank.post(&ivanova(), "/bank/signature/register/proof", &fields).await;
            assert!(unspent.status == 422 && !unspent.text().contains("answer-fault"), "{words}: {}", unspent.text());
        }
        // The confirmation is asked for too.
        let fields = [("cms", own.sign(&digest)), ("answer", "000000".to_owned())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let unconfirmed = bank.post(&ivanova(), "/bank/signature/register/proof", &fields).await;
        assert!(unconfirmed.status == 422 && unconfirmed.text().contains("answer-fault"), "{}", unconfirmed.text());
        assert_eq!(bank.counts().await, [0, 0, 1, 0]);
        // Somebody else's challenge is not this person's.
        assert_eq!(bank.prove(&petrov(), &own.sign(&digest)).await.location(), Some("/bank/signature?done=late"));
        assert_eq!(bank.prove(&ivanova_of_vasilek(), &own.sign(&digest)).await.location(),
            Some("/bank/signature?done=late"));
        assert_eq!(bank.prove(&ivanova(), &own.sign(&digest)).await.status, 303);
    }

    async fn onl_05_only_a_certificate_in_the_own_name_that_counts_now_is_taken(bench: Bench) {
        let bank = Bank::open(bench).await;
        let now = bank.bench.clock.now();
        let foreign = Authority::new(
            &subject("Authority", now.plus_seconds(-300 * DAY_S), now.plus_seconds(300 * DAY_S)),
            bank.bench.randomness.as_ref(),
        ).unwrap();
        let revoked = bank.person(IVANOVA);
        let list = bank.authority.revoke(&[&revoked.certificate], now, now.plus_seconds(DAY_S)).unwrap();
        bank.add("revocation_lists.json", &serde_json::json!([{ "list": list }])).await.unwrap();
        let petrovs = bank.person("Петров Пётр Ильич");
        bank.bank_registers("petrov", "C00001", "SECOND", &petrovs.certificate).await.unwrap();
        // A key of petrov's with a certificate in ivanova's name, for another company of hers.
        let stolen = bank.authority_certifies_key_of(&petrovs, IVANOVA);
        for (certificate, words) in [
            (&bank.person_valid(IVANOVA, -20, -1).certificate, "expired"),
            (&bank.person_valid(IVANOVA, 1, 20).certificate, "not valid yet"),
            (&revoked.certificate, "revoked"),
            (&bank.person_of(&foreign, IVANOVA, -1, 20).certificate, "authority"),
            (bank.authority.certificate(), "not for signing"),
            (&bank.person("Петров Пётр Ильич").certificate, "not in your name"),
            (&bank.person("Иванова Анна").certificate, "not in your name"),
            (&petrovs.certificate, "not in your name"),
            (&stolen, "belongs to somebody else"),
        ] {
            for caller in [ivanova(), ivanova_of_vasilek()] {
                let refused = bank.begin(&caller, "FIRST", certificate).await;
                assert_eq!(refused.status, 422, "{words}: {}", refused.text());
                assert!(refused.text().contains(words), "{words}: {}", refused.text());
            }
        }
        assert_eq!(bank.counts().await, [1, 0, 0, 0]);
        // A certificate that stops counting between the two steps is not registered.
        let person = bank.person_valid(IVANOVA, -1, 1);
        bank.bench.clock.advance_seconds(DAY_S - 10);
        bank.begin(&ivanova(), "FIRST", &person.certificate).await;
        let digest = bank.challenge(&ivanova()).await;
        bank.bench.clock.advance_seconds(20);
        let late = bank.prove(&ivanova(), &person.sign(&digest)).await;
        assert!(late.status == 422 && late.text().contains("expired"), "{}", late.text());
        assert_eq!(bank.counts().await[0], 1);
    }
}

impl Bank {
    /// A certificate for the key of one person in the name of another.
    fn authority_certifies_key_of(&self, person: &crate::bank::Person, name: &str) -> cms::Certificate {
        let now = self.bench.clock.now();
        let request =
            CertificateRequest::from_pem(&crate::requesting::request_of(&person.key, name)).unwrap();
        let subject = subject(name, now.plus_seconds(-DAY_S), now.plus_seconds(DAY_S));
        self.authority.issue_for(&request, &subject, self.bench.randomness.as_ref()).unwrap()
    }
}
