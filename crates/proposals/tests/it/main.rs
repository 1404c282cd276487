//! Operators and proposals on both engines.

#![cfg(test)]

use kernel::Clock as _;
use p256::pkcs8::{EncodePrivateKey as _, EncodePublicKey as _, LineEnding};
use proposals::{
    CONTENT_BYTES_MAX, DIFFERENCE_BYTES_MAX, Draft, LIFETIME_S, NewOperator, OperatorKey, OperatorRole,
    ProposalError, ProposalState, Proved, Said, Verdict, shortened,
};
use store::{Migration, MigrationTree, Query, StoreError, Tx, Value, params};
use testkit::{Bench, on_both_engines};

store::queries! {
    /// Lets the maker be the checker.
    OWN = "update proposals set state = 'APPROVED', decided_by = made_by, decided_at_us = 1, decided_signature = $1
        where state = 'OPEN'";

    /// Approves for a person who has signed nothing, as the server's account can.
    FORGED = "update proposals set state = 'APPROVED', decided_by = 'checker', decided_at_us = 1, decided_signature = $1
        where state = 'OPEN'";

    /// Has a proposal be made by somebody who has signed nothing.
    MADE_BY_NOBODY = "update proposals set made_signature = $1 where state = 'APPROVED'";

    /// Lets whoever broke the glass look at it.
    REVIEWED_BY_ITSELF = "update proposals set state = 'REVIEWED', decided_by = made_by, decided_at_us = 1,
            decided_signature = $1 where state = 'BROKEN_GLASS'";

    /// Carries out what nobody has approved.
    UNAPPROVED = "update proposals set state = 'CARRIED_OUT', carried_out_by = 'x', carried_out_at_us = 1,
            decided_by = 'x', decided_at_us = 1, decided_signature = $1 where state = 'OPEN'";

    AGAIN = "update proposals set state = 'OPEN', decided_by = null, decided_at_us = null, decided_signature = null
        where state = 'APPROVED' and number > $1";

    /// Has a proposal say something else.
    REWRITE = "update proposals set content = 'another' where number > $1";

    ERASE = "delete from proposals where number > $1";

    /// Begins as an approved one.
    BORN = "insert into proposals (number, role, content, sha256, difference, reason, made_by, made_at_us,
            made_signature, ends_at_us, state, decided_by, decided_at_us, decided_signature)
        values (99, 'money', 'x', $1, 'x', 'x', 'a', 1, $1, 2, 'APPROVED', 'b', 1, $1)";

    /// Gives a person another key.
    OTHER_KEY = "update operators set public_key = $1";

    /// Adds somebody who has left.
    GONE = "insert into operators (operator_name, roles, public_key, added_at_us, added_by, closed_at_us, closed_by)
        values ($1, 'money', $2, 1, 'test', 2, 'test')";

    /// Adds somebody who stays.
    STAYED = "insert into operators (operator_name, roles, public_key, added_at_us, added_by)
        values ($1, 'money', $2, 1, 'test')";

    NOBODY = "delete from operators where length(operator_name) > $1";
}

/// Adds a person with the key of this octet, whom the directory knows by a subject.
async fn added_with(
    bench: &Bench,
    name: &'static str,
    octet: u8,
    directory_subject: Option<&'static str>,
) -> Result<(), ProposalError> {
    let secret = p256::SecretKey::from_slice(&[octet; 32]).expect("a key");
    let public = secret.public_key().to_public_key_pem(LineEnding::LF).expect("a key");
    let (key, said) = (OperatorKey::from_pem(&public).expect("a key on P-256"), clock(bench));
    let unit = move |tx: &mut Tx| {
        let name = &name.parse().expect("a name");
        proposals::add(
            tx,
            NewOperator { name, roles: BOTH, key: &key, directory_subject },
            "test",
            said.here(),
        )
    };
    bench.store.write("test.add", unit).await
}

/// Takes a trigger away, as whoever owns the tables can.
static UNGUARDED: MigrationTree = MigrationTree {
    area: "unguarded_proposals",
    migrations: &[Migration {
        version: 1,
        note: "no trigger of changes",
        sql: "--@ sqlite
            drop trigger proposals_refuse_change;
            --@ postgres
            alter table proposals disable trigger user;
            --@ both
            ",
    }],
};

/// A person and the private key.
struct Person {
    name: &'static str,
    pem: String,
}

impl Person {
    async fn added(bench: &Bench, name: &'static str, roles: &'static [OperatorRole]) -> Self {
        let octet = name.as_bytes().first().copied().expect("a name");
        let secret = p256::SecretKey::from_slice(&[octet; 32]).expect("a key");
        let pem = secret.to_pkcs8_pem(LineEnding::LF).expect("a key").to_string();
        let public = secret.public_key().to_public_key_pem(LineEnding::LF).expect("a key");
        let key = OperatorKey::from_pem(&public).expect("a key on P-256");
        let said = clock(bench);
        let unit = move |tx: &mut Tx| {
            let name = &name.parse().expect("a name");
            proposals::add(
                tx,
                NewOperator { name, roles, key: &key, directory_subject: None },
                "test",
                said.here(),
            )
        };
        bench.store.write::<_, ProposalError>("test.add", unit).await.expect("added");
        Self { name, pem }
    }

    async fn proved(&self, bench: &Bench) -> Proved {
        let (name, pem) = (self.name, self.pem.clone());
        let unit = move |tx: &mut Tx| proposals::prove(tx, name, &pem);
        bench.store.read::<_, ProposalError>("test.prove", unit).await.expect("the key is theirs")
    }
}

/// A moment that a unit of work may use again.
#[derive(Clone)]
struct Moment(kernel::Instant, std::sync::Arc<dyn kernel::Randomness>);

impl Moment {
    fn here(&self) -> Said<'_> {
        Said { now: self.0, randomness: &*self.1 }
    }
}

fn clock(bench: &Bench) -> Moment {
    Moment(bench.clock.now(), bench.randomness.clone())
}

async fn made(bench: &Bench, by: &Person, role: OperatorRole) -> Result<i64, ProposalError> {
    let (by, said) = (by.proved(bench).await, clock(bench));
    let text = |text: &str| text.to_owned();
    let draft = Draft { role, content: text("{}"), difference: text("1 → 2"), reason: text("why") };
    let unit = move |tx: &mut Tx| proposals::make(tx, &by, &draft, said.here());
    bench.store.write("test.make", unit).await
}

async fn decided(bench: &Bench, by: &Person, number: i64, verdict: Verdict) -> Result<(), ProposalError> {
    let (by, said) = (by.proved(bench).await, clock(bench));
    let unit = move |tx: &mut Tx| proposals::decide(tx, &by, number, verdict, said.here()).map(drop);
    bench.store.write("test.decide", unit).await
}

async fn carried_out(bench: &Bench, by: &Person, number: i64) -> Result<(), ProposalError> {
    let (by, said) = (by.proved(bench).await, clock(bench));
    let unit = move |tx: &mut Tx| proposals::carry_out(tx, by.operator(), number, said.here()).map(drop);
    bench.store.write("test.carry_out", unit).await
}

/// Expects that the tables refuse a statement, by a trigger or a check of theirs.
async fn refused(bench: &Bench, query: &'static Query, value: Value) {
    let unit = move |tx: &mut Tx| tx.execute(query, vec![value.clone()]).map(drop);
    let refused = bench.store.write::<_, StoreError>("test.sql", unit).await.expect_err(query.name());
    let told = format!("{refused:?}");
    assert!(["proposals", "operators", "CHECK"].iter().any(|word| told.contains(word)), "{told}");
}

const BOTH: &[OperatorRole] = &[OperatorRole::Money, OperatorRole::Security];

async fn two(bench: &Bench) -> (Person, Person) {
    bench.migrate(&[&audit::MIGRATIONS, &proposals::MIGRATIONS]).await;
    (Person::added(bench, "maker", BOTH).await, Person::added(bench, "checker", BOTH).await)
}

#[test]
fn bnk_03_a_key_is_read_however_its_lines_are_broken() {
    let secret = p256::SecretKey::from_slice(&[7; 32]).expect("a key");
    let public = secret.public_key().to_public_key_pem(LineEnding::LF).expect("a key");
    let key = OperatorKey::from_pem(&public).expect("a key on P-256");
    let (begin, rest) = public.trim_end().split_once('\n').expect("lines");
    let (base64, end) = rest.rsplit_once('\n').expect("lines");
    let base64 = base64.replace('\n', "");
    let (first, second) = base64.split_at(76);
    for broken in [
        format!("{begin}\n{base64}\n{end}\n"),
        format!("{begin}\r\n{first}\r\n{second}\r\n{end}\r\n"),
        format!("\n{begin}\n{first} \n\n{second}\n{end}"),
        format!("Public-Key: (256 bit)\n{public}"),
    ] {
        assert_eq!(OperatorKey::from_pem(&broken).as_ref(), Some(&key), "{broken}");
    }
    assert_eq!(OperatorKey::from_pem(&public.replace("PUBLIC", "PRIVATE")), None);
    assert_eq!(OperatorKey::from_pem(&public.replace('M', "N")), None);
}

#[test]
fn bnk_09_changes_that_are_cut_say_so_and_fit() {
    let short = "1 → 2".to_owned();
    assert_eq!(shortened(short.clone()), short);
    // The place of the cut is within a letter for one of the two.
    for before in ["", "x"] {
        let whole = format!("{before}{}", "я".repeat(DIFFERENCE_BYTES_MAX));
        let cut = shortened(whole.clone());
        assert!((DIFFERENCE_BYTES_MAX - 1..=DIFFERENCE_BYTES_MAX).contains(&cut.len()), "{}", cut.len());
        let (kept, digest) = cut.rsplit_once("\n… SHA-256 of all: ").expect("an end");
        assert!(whole.starts_with(kept) && digest.len() == 64, "{digest}");
    }
}

on_both_engines! {
    async fn every_query_is_prepared(bench: Bench) {
        bench.migrate(&[&audit::MIGRATIONS, &proposals::MIGRATIONS]).await;
        bench.store.prepare_all(proposals::QUERIES).await.expect("they are understood");
    }

    async fn bnk_09_an_approval_that_nobody_has_signed_carries_nothing_out(bench: Bench) {
        let (maker, _) = two(&bench).await;
        let number = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        let forge = |tx: &mut Tx| tx.execute_one(&FORGED, params![[7_u8; 64]]);
        bench.store.write::<_, StoreError>("test.forge", forge).await.expect("no trigger knows of signatures");
        let refused = carried_out(&bench, &maker, number).await;
        assert!(matches!(refused, Err(ProposalError::Forged(_))), "{refused:?}");
    }

    async fn bnk_09_a_proposal_that_its_maker_has_not_signed_carries_nothing_out(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let number = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        decided(&bench, &checker, number, Verdict::Approve).await.expect("approved");
        bench.migrate(&[&audit::MIGRATIONS, &proposals::MIGRATIONS, &UNGUARDED]).await;
        let forge = |tx: &mut Tx| tx.execute_one(&MADE_BY_NOBODY, params![[7_u8; 64]]);
        bench.store.write::<_, StoreError>("test.forge", forge).await.expect("the trigger is gone");
        let refused = carried_out(&bench, &checker, number).await;
        assert!(matches!(refused, Err(ProposalError::Forged(_))), "{refused:?}");
        let (_, wrong) = proposals::verify(&bench.store).await.expect("checked");
        assert_eq!(wrong, [format!("proposal {number}: maker has not signed it")]);
    }

    async fn bnk_09_only_the_role_of_a_proposal_carries_it_out(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let registry = Person::added(&bench, "registry", &[OperatorRole::Registry]).await;
        let number = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        decided(&bench, &checker, number, Verdict::Approve).await.expect("approved");
        let refused = carried_out(&bench, &registry, number).await;
        assert!(matches!(refused, Err(ProposalError::NoRole(OperatorRole::Money))), "{refused:?}");
        carried_out(&bench, &checker, number).await.expect("once");
    }

    async fn bnk_09_a_proposal_has_room_for_so_much(bench: Bench) {
        let (maker, _) = two(&bench).await;
        let text = |text: &str| text.to_owned();
        let (content, difference, reason) = (text("{}"), text("1 → 2"), text("why"));
        let good = Draft { role: OperatorRole::Money, content, difference, reason };
        let long = "x".repeat(CONTENT_BYTES_MAX.max(DIFFERENCE_BYTES_MAX) + 1);
        for draft in [
            Draft { content: long.clone(), ..good.clone() },
            Draft { content: text("{}\0"), ..good.clone() },
            Draft { difference: long.clone(), ..good.clone() },
            Draft { difference: text("\0"), ..good.clone() },
            Draft { reason: long.clone(), ..good.clone() },
        ] {
            let (by, said) = (maker.proved(&bench).await, clock(&bench));
            let unit = move |tx: &mut Tx| proposals::make(tx, &by, &draft, said.here());
            let refused = bench.store.write::<_, ProposalError>("test.make", unit).await;
            assert!(matches!(refused, Err(ProposalError::Text(_))), "{refused:?}");
        }
        assert_eq!(proposals::verify(&bench.store).await.expect("checked"), (0, Vec::new()));
    }

    async fn bnk_09_nobody_is_closed_twice(bench: Bench) {
        two(&bench).await;
        Person::added(&bench, "third", BOTH).await;
        let close = async |name: &'static str| {
            let said = clock(&bench);
            let unit = move |tx: &mut Tx| {
                proposals::close(tx, &name.parse().expect("a name"), "test", said.here())
            };
            bench.store.write::<_, ProposalError>("test.close", unit).await
        };
        close("third").await.expect("closed");
        for name in ["third", "nobody"] {
            let refused = close(name).await;
            assert!(matches!(&refused, Err(ProposalError::NoOperator(told)) if told == name), "{refused:?}");
        }
        let refused = close("checker").await;
        assert!(matches!(refused, Err(ProposalError::TooFew)), "{refused:?}");
    }

    async fn bnk_09_a_proposal_is_carried_out_once_when_another_person_wants_it(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let number = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        assert!(matches!(carried_out(&bench, &checker, number).await, Err(ProposalError::State(ProposalState::Open))));
        assert!(matches!(decided(&bench, &maker, number, Verdict::Approve).await, Err(ProposalError::Own)));
        decided(&bench, &checker, number, Verdict::Approve).await.expect("approved");
        let again = decided(&bench, &checker, number, Verdict::Refuse).await;
        assert!(matches!(again, Err(ProposalError::State(ProposalState::Approved))));
        carried_out(&bench, &maker, number).await.expect("once");
        let again = carried_out(&bench, &maker, number).await;
        assert!(matches!(again, Err(ProposalError::State(ProposalState::CarriedOut))));
        assert!(matches!(made(&bench, &maker, OperatorRole::Registry).await, Err(ProposalError::NoRole(_))));
        assert_eq!(proposals::verify(&bench.store).await.expect("checked"), (1, Vec::new()));
    }

    async fn bnk_09_people_who_have_left_take_no_room_from_those_who_stay(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let leave = |tx: &mut Tx| {
            // By their names they come before those who stay, and they fill a list.
            (0..proposals::LISTED_MAX).try_for_each(|number| {
                tx.execute_one(&GONE, params![format!("a-{number}"), number.to_be_bytes().to_vec()])
            })
        };
        bench.store.write::<_, StoreError>("test.leave", leave).await.expect("they have left");
        let enforced = bench.store.read::<_, StoreError>("test.enforced", proposals::is_enforced).await;
        assert!(enforced.expect("told"));
        let number = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        decided(&bench, &checker, number, Verdict::Approve).await.expect("approved");
        assert_eq!(proposals::verify(&bench.store).await.expect("checked"), (1, Vec::new()));
        carried_out(&bench, &maker, number).await.expect("once");
    }

    async fn bnk_09_people_who_approve_nobody_take_no_room_from_those_who_do(bench: Bench) {
        two(&bench).await;
        let stay = |tx: &mut Tx| {
            (0..proposals::LISTED_MAX).try_for_each(|number| {
                tx.execute_one(&STAYED, params![format!("a-{number}"), number.to_be_bytes().to_vec()])
            })
        };
        bench.store.write::<_, StoreError>("test.stay", stay).await.expect("they stay");
        let enforced = bench.store.read::<_, StoreError>("test.enforced", proposals::is_enforced).await;
        assert!(enforced.expect("told"));
    }

    async fn bnk_09_a_list_of_people_has_them_all(bench: Bench) {
        two(&bench).await;
        let stay = |tx: &mut Tx| {
            (1..=proposals::LISTED_MAX).try_for_each(|number| {
                let mut secret = [0; 32];
                secret[24..].copy_from_slice(&number.to_be_bytes());
                let key = p256::ecdsa::SigningKey::from_slice(&secret).expect("a key");
                let point = key.verifying_key().to_sec1_point(false).as_bytes().to_vec();
                tx.execute_one(&STAYED, params![format!("a-{number}"), point])
            })
        };
        bench.store.write::<_, StoreError>("test.stay", stay).await.expect("they stay");
        let all = proposals::operators(&bench.store).await.expect("listed");
        assert_eq!(all.len(), usize::try_from(proposals::LISTED_MAX).expect("a count") + 2);
        assert!(all.is_sorted_by(|one, next| one.name < next.name));
    }

    async fn bnk_09_a_broken_glass_is_reviewed_by_another_person(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let registry = Person::added(&bench, "registry", &[OperatorRole::Registry]).await;
        let (by, said) = (registry.proved(&bench).await, clock(&bench));
        let text = |text: &str| text.to_owned();
        let (role, content, reason) = (OperatorRole::Money, text("{}"), text("fire"));
        let draft = Draft { role, content, difference: String::new(), reason };
        let again = draft.clone();
        let unit = move |tx: &mut Tx| proposals::break_glass(tx, &by, &draft, said.here());
        let number = bench.store.write::<_, ProposalError>("test.break", unit).await.expect("in need, any role");
        let reader = Person::added(&bench, "auditor", &[OperatorRole::Audit, OperatorRole::Read]).await;
        let (by, said) = (reader.proved(&bench).await, clock(&bench));
        let unit = move |tx: &mut Tx| proposals::break_glass(tx, &by, &again, said.here());
        let of_reader = bench.store.write::<_, ProposalError>("test.break", unit).await;
        assert!(matches!(of_reader, Err(ProposalError::NoRole(OperatorRole::Money))), "{of_reader:?}");
        assert_eq!(proposals::unreviewed(&bench.store).await.expect("counted").0, 1);
        let reviewed = async |by: &Person| {
            let (by, said) = (by.proved(&bench).await, clock(&bench));
            let unit = move |tx: &mut Tx| proposals::review(tx, &by, number, said.here());
            bench.store.write::<_, ProposalError>("test.review", unit).await
        };
        assert!(matches!(reviewed(&registry).await, Err(ProposalError::NoRole(_))));
        refused(&bench, &REVIEWED_BY_ITSELF, Value::from(b"x".to_vec())).await;
        reviewed(&checker).await.expect("looked at");
        assert!(matches!(reviewed(&maker).await, Err(ProposalError::State(ProposalState::Reviewed))));
        assert_eq!(proposals::unreviewed(&bench.store).await.expect("counted").0, 0);
        assert_eq!(proposals::verify(&bench.store).await.expect("checked"), (1, Vec::new()));
    }

    async fn bnk_09_what_waits_for_a_person_is_listed_however_much_has_come_since(bench: Bench) {
        let (maker, _) = two(&bench).await;
        let (by, said) = (maker.proved(&bench).await, clock(&bench));
        let text = |text: &str| text.to_owned();
        let (content, difference, reason) = (text("{}"), text("1 → 2"), text("fire"));
        let draft = Draft { role: OperatorRole::Money, content, difference, reason };
        let unit = move |tx: &mut Tx| {
            let alone = proposals::break_glass(tx, &by, &draft, said.here())?;
            (0..proposals::LISTED_MAX).try_for_each(|_| proposals::make(tx, &by, &draft, said.here()).map(drop))?;
            Ok(alone)
        };
        let alone = bench.store.write::<_, ProposalError>("test.many", unit).await.expect("made");
        let listed = async |state| {
            let found = proposals::list(&bench.store, state).await.expect("listed");
            (found.len(), found.first().map(|one| one.number), found.last().map(|one| one.number))
        };
        let (many, last) = (usize::try_from(proposals::LISTED_MAX).expect("a count"), alone + proposals::LISTED_MAX);
        assert_eq!(listed(None).await, (many, Some(last), Some(alone + 1)));
        assert_eq!(listed(Some(ProposalState::Open)).await, (many, Some(last), Some(alone + 1)));
        assert_eq!(listed(Some(ProposalState::BrokenGlass)).await, (1, Some(alone), Some(alone)));
        assert_eq!(listed(Some(ProposalState::Approved)).await, (0, None, None));
    }

    async fn bnk_09_a_key_is_one_persons_alone(bench: Bench) {
        two(&bench).await;
        let again = added_with(&bench, "second", b'm', None).await;
        assert!(matches!(again, Err(ProposalError::IsGiven(_))), "the key of `maker` under another name");
    }

    async fn bnk_09_whoever_takes_the_subject_of_an_open_operator_is_told_of_it(bench: Bench) {
        two(&bench).await;
        added_with(&bench, "zoya", b'z', Some("s-1")).await.expect("added");
        let again = added_with(&bench, "yana", b'y', Some("s-1")).await.expect_err("a subject of another");
        assert!(again.to_string().contains("this subject of the directory"), "{again}");
    }

    async fn bnk_09_the_directory_finds_a_person_behind_any_number_of_others(bench: Bench) {
        two(&bench).await;
        let secret = p256::SecretKey::from_slice(&[b'z'; 32]).expect("a key");
        let public = secret.public_key().to_public_key_pem(LineEnding::LF).expect("a key");
        let (key, said) = (OperatorKey::from_pem(&public).expect("a key on P-256"), clock(&bench));
        let unit = move |tx: &mut Tx| {
            (0..proposals::LISTED_MAX).try_for_each(|number| {
                tx.execute_one(&STAYED, params![format!("a-{number}"), number.to_be_bytes().to_vec()])
            })?;
            let name = &"zoya".parse().expect("a name");
            let new = NewOperator { name, roles: BOTH, key: &key, directory_subject: Some("s-1") };
            proposals::add(tx, new, "test", said.here())
        };
        bench.store.write::<_, ProposalError>("test.add", unit).await.expect("added");
        let found = proposals::operator_of_subject(&bench.store, "s-1").await.expect("read");
        assert_eq!(found.map(|one| one.name.to_string()).as_deref(), Some("zoya"));
    }

    async fn bnk_09_a_proposal_ends_after_seven_days(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let late = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        let approved = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        bench.clock.advance_seconds(LIFETIME_S - 1);
        decided(&bench, &checker, approved, Verdict::Approve).await.expect("in time");
        bench.clock.advance_seconds(1);
        assert!(matches!(decided(&bench, &checker, late, Verdict::Approve).await, Err(ProposalError::Ended)));
        assert!(matches!(carried_out(&bench, &maker, approved).await, Err(ProposalError::Ended)));
    }

    async fn bnk_09_the_database_refuses_what_one_person_wants(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let first = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        for query in [&OWN, &UNAPPROVED, &BORN, &OTHER_KEY] {
            refused(&bench, query, Value::from(b"x".to_vec())).await;
        }
        for query in [&REWRITE, &ERASE, &NOBODY] {
            refused(&bench, query, Value::from(0_i64)).await;
        }
        decided(&bench, &checker, first, Verdict::Approve).await.expect("approved");
        refused(&bench, &AGAIN, Value::from(0_i64)).await;
        // Only the last open one is left to decide.
        made(&bench, &maker, OperatorRole::Money).await.expect("made");
        refused(&bench, &OWN, Value::from(b"x".to_vec())).await;
        assert_eq!(proposals::verify(&bench.store).await.expect("checked"), (2, Vec::new()));
    }

    async fn bnk_09_signatures_tell_who_wanted_what(bench: Bench) {
        let (maker, checker) = two(&bench).await;
        let number = made(&bench, &maker, OperatorRole::Money).await.expect("made");
        decided(&bench, &checker, number, Verdict::Approve).await.expect("approved");
        // Whoever can take the triggers away can write, and not sign.
        bench.migrate(&[&audit::MIGRATIONS, &proposals::MIGRATIONS, &UNGUARDED]).await;
        let unit = |tx: &mut Tx| tx.execute(&REWRITE, params![0_i64]).map(drop);
        bench.store.write::<_, StoreError>("test.sql", unit).await.expect("written");
        let (_, wrong) = proposals::verify(&bench.store).await.expect("checked");
        assert_eq!(wrong, [format!("proposal {number}: its digest is that of other words")]);
    }
}
