//! EVT-02: no webhook leads into the bank's own network.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use outgoing::address::Reach;
use outgoing::transport::Names;
use testkit::{Bench, on_both_engines};

use crate::house::{House, id_of, petrov};
use crate::receiver::{Answer, Receiver};

store::queries! {
    /// An address that got past every check of texts.
    pub SMUGGLE = "update webhooks set address = $2 where webhook_id = $1";
}

/// A name that leads elsewhere each time it is looked up, and the times that it was.
#[derive(Debug)]
struct Changing(Mutex<(Vec<Vec<IpAddr>>, usize)>);

impl Changing {
    fn new(answers: &[&[&str]]) -> Arc<Self> {
        let addresses = |answer: &&[&str]| answer.iter().map(|ip| ip.parse().unwrap()).collect();
        Arc::new(Self(Mutex::new((answers.iter().map(addresses).collect(), 0))))
    }

    fn times(&self) -> usize {
        self.0.lock().unwrap().1
    }
}

impl Names for Changing {
    fn look_up<'a>(&'a self, _: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let mut state = self.0.lock().unwrap();
        let (answers, times) = &mut *state;
        let found = answers[(*times).min(answers.len() - 1)].clone();
        *times += 1;
        async move { Ok(found.into_iter().map(|ip| SocketAddr::new(ip, port)).collect()) }.boxed()
    }
}

on_both_engines! {
    async fn ops_05_a_name_is_looked_up_once_and_the_connection_goes_to_what_was_checked(bench: Bench) {
        let mut house = House::open(bench).await;
        let checked = Receiver::willing().await;
        // The same port of another address of the machine, to which the name leads a moment later.
        let later = Receiver::start_at(&format!("127.0.0.2:{}", checked.port), |_| Answer::Status(204)).await;
        let names = Changing::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
        house.state.transport = house.state.transport.clone().with_names(Arc::<Changing>::clone(&names));
        let id = id_of(&house.webhook(&format!("http://localhost:{}/", checked.port)).await);
        house.statement("s1", "DRAFT").await;
        house.work().await;
        assert_eq!(house.log(&id).await[0]["state"], "DELIVERED");
        assert_eq!((checked.received().len(), later.received().len(), names.times()), (1, 0, 1));
        // The next connection is for the next look-up, which is checked like the first.
        for (answer, outcome) in [
            (&["10.0.0.1"][..], "FORBIDDEN_ADDRESS"),
            (&["127.0.0.1", "10.0.0.1"][..], "FORBIDDEN_ADDRESS"),
            (&["169.254.169.254"][..], "FORBIDDEN_ADDRESS"),
        ] {
            let names = Changing::new(&[answer, &["127.0.0.1"]]);
            house.state.transport = house.state.transport.clone().with_names(Arc::<Changing>::clone(&names));
            house.statement(&format!("{answer:?}"), "DRAFT").await;
            house.work_after(40_000).await;
            let event = house.log(&id).await[0]["eventId"].as_str().unwrap().to_owned();
            let attempts = house.attempts(&id, &event).await;
            assert_eq!((attempts.len(), &attempts[0]["outcome"]), (1, &outcome.into()), "{attempts:?}");
        }
        assert_eq!((checked.received().len(), later.received().len()), (1, 0));
    }

    async fn security_04_a_delivery_never_goes_to_a_port_of_its_own_process(bench: Bench) {
        let mut house = House::open(bench).await;
        let (own, other) = (Receiver::start_at("0.0.0.0:0", |_| Answer::Status(200)).await, Receiver::willing().await);
        // By a name the check is after the look-up, where the name of a stranger leads to the machine too.
        let names = Changing::new(&[&["127.0.0.1"]]);
        let transport = house.state.transport.clone().with_names(Arc::<Changing>::clone(&names));
        house.state.transport = transport.but_to(vec![own.port]);
        for host in ["127.0.0.1", "127.1", "0x7f000001", "127.255.255.254", "localhost", "[::1]"] {
            let id = id_of(&house.webhook(&format!("http://{host}:{}/sandboxes/main/reset", own.port)).await);
            house.statement(host, "DRAFT").await;
            house.work_after(40_000).await;
            let event = house.log(&id).await[0]["eventId"].as_str().unwrap().to_owned();
            let attempt = &house.attempts(&id, &event).await[0];
            assert_eq!(attempt["outcome"], "FORBIDDEN_ADDRESS", "{host}");
            assert!(attempt["answer"].is_null(), "{host}");
            let path = format!("/v1/webhooks/{id}");
            house.request(&petrov(), http::Method::DELETE, &path).send().await;
        }
        assert!(own.received().is_empty());
        // A redirect is an answer and no way.
        let away = format!("http://127.0.0.1:{}/sandboxes/main/reset", own.port);
        let leading = Receiver::start(move |_| Answer::Redirect(away.clone())).await;
        house.webhook(&leading.url()).await;
        house.webhook(&other.url()).await;
        house.statement("last", "DRAFT").await;
        house.work_after(40_000).await;
        assert_eq!((own.received().len(), leading.received().len(), other.received().len()), (0, 1, 1));
    }

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
