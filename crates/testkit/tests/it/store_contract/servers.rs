//! Several PostgreSQL servers in one address (OPS-03): a program goes where its writes are taken, at its start and
//! after a server has died.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use store::{Store, StoreError, StoreLimits, StoreLocation, params};
use testkit::Bench;
use testkit::postgres::{Cluster, execute};
use tokio::net::TcpSocket;

use super::tables::*;

store::queries! {
    /// The folder of the socket file of the server that answers.
    SERVER = "select current_setting('unix_socket_directories') as folder";
}

/// For all servers of an address together, where none of them hangs.
const CONNECT_MAX: Duration = Duration::from_secs(30);
/// The same where one does: half of it is waited.
const HANGING_CONNECT_MAX: Duration = Duration::from_secs(16);

/// Units of work at once, more than there are connections.
const MANY: usize = 64;
/// Units of work that may meet connections which broke.
const ATTEMPTS_MAX: usize = 1_000;
/// One idle connection of the program that is not shared by reads.
const CUT_ONE: &str = "pid = (select min(pid) from pg_stat_activity where application_name = 'clientbank' \
    and state = 'idle' and query = 'commit')";

fn address(hosts: &[&str], query: &str) -> StoreLocation {
    format!("postgres://postgres@{}/postgres?{query}", hosts.join(",")).parse().unwrap()
}

/// An address without a listener, which nobody else gets as long as the socket is there.
fn nobody() -> (TcpSocket, String) {
    let bound = TcpSocket::new_v4().unwrap();
    bound.bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = bound.local_addr().unwrap().to_string();
    (bound, address)
}

async fn opened(location: &StoreLocation) -> Result<Store, StoreError> {
    opened_within(CONNECT_MAX, location).await
}

async fn opened_within(connect_max: Duration, location: &StoreLocation) -> Result<Store, StoreError> {
    Store::open(location, StoreLimits { connect_max, ..Bench::limits() }).await
}

/// The server that a unit of work reaches which writes.
async fn writes_to(store: &Store) -> Result<String, StoreError> {
    let work = |tx: &mut store::Tx| {
        tx.execute_one(&ADD, params![1, 1])?;
        Ok::<_, StoreError>(tx.query_one(&SERVER, params![])?.text("folder")?.to_owned())
    };
    store.write("test.server", work).await
}

/// Things on the server, with one thing to write to.
async fn with_one_thing(server: &Cluster) {
    let store = opened(&address(&[&server.host()], "")).await.unwrap();
    store.migrate(&[&THINGS]).await.unwrap();
    insert(&store, 1).await.unwrap();
    store.close().await;
}

fn folder(server: &Cluster) -> String {
    percent_encoding::percent_decode_str(&server.host()).decode_utf8().unwrap().into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn ops_03_servers_that_take_no_writes_are_passed_over_and_a_dead_one_is_survived() {
    let (primary, reading) = (Cluster::start().unwrap(), Cluster::start().unwrap());
    let standby = primary.standby().unwrap();
    with_one_thing(&primary).await;
    execute(reading.url(), "alter database postgres set default_transaction_read_only = on").await;
    let ((_bound, nobody), hosts) = (nobody(), [reading.host(), standby.host(), primary.host()]);
    let [first, second, third] = hosts.each_ref().map(String::as_str);
    let location = address(&[&nobody, first, second, third], "target_session_attrs=read-write");
    let store = opened(&location).await.unwrap();
    for _ in 0..3 {
        assert_eq!(writes_to(&store).await, Ok(folder(&primary)));
    }
    // Short reads share connections of their own, which are made in the same way.
    let row = store.query_optional(&SERVER, params![]).await.unwrap().unwrap();
    assert_eq!(row.text("folder"), Ok(folder(&primary).as_str()));

    // Without the wish the first server that answers is taken, which is no use for writing; the error names the wish.
    let any = opened(&address(&[&nobody, second, third], "")).await.unwrap();
    let row = any.query_optional(&SERVER, params![]).await.unwrap().unwrap();
    assert_eq!(row.text("folder"), Ok(folder(&standby).as_str()));
    let refused = writes_to(&any).await.unwrap_err();
    assert!(
        matches!(&refused, StoreError::Unavailable(reason)
        if reason.contains("takes no writes") && reason.contains("target_session_attrs=read-write")),
        "{refused}"
    );
    any.close().await;

    // A list without a server that takes writes ends the start, with a reason for each.
    let location = address(&[&nobody, first, second], "target_session_attrs=read-write");
    let reason = opened(&location).await.unwrap_err().to_string();
    for words in ["onnection refused", "default_transaction_read_only", "is a standby", &nobody] {
        assert!(reason.contains(words), "{words}: {reason}");
    }

    // The server dies, and the standby takes over: the next question finds it.
    primary.stop().unwrap();
    standby.promote().unwrap();
    let (mut attempts, mut found) = (0, writes_to(&store).await);
    while let Err(error) = found {
        // Connections that were idle when the server died are found out one by one.
        assert!(error.is_outage() && attempts < 100, "{error}");
        attempts += 1;
        found = writes_to(&store).await;
    }
    assert_eq!(found, Ok(folder(&standby)));
    store.close().await;
}

/// Begins units of work until one succeeds; the server that took it.
async fn until_written(store: &Store) -> String {
    for _ in 0..ATTEMPTS_MAX {
        match writes_to(store).await {
            Ok(server) => return server,
            Err(error) => assert!(error.is_outage(), "{error}"),
        }
    }
    panic!("nothing was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_a_leader_of_before_that_wakes_gets_no_read_and_no_write() {
    let leader = Cluster::start().unwrap();
    with_one_thing(&leader).await;
    let follower = leader.standby().unwrap();
    let hosts = [leader.host(), follower.host()];
    let location = address(&hosts.each_ref().map(String::as_str), "target_session_attrs=read-write");
    let store = opened(&location).await.unwrap();
    assert_eq!(until_written(&store).await, folder(&leader));
    leader.stop().unwrap();
    follower.promote().unwrap();
    assert_eq!(until_written(&store).await, folder(&follower));
    // It is first in the address, and takes writes as if nothing had happened.
    leader.serve().unwrap();
    let alone = opened(&address(&[&leader.host()], "")).await.unwrap();
    assert_eq!(writes_to(&alone).await, Ok(folder(&leader)));
    alone.close().await;
    // More at once than there are connections, so that new ones are made.
    let (writes, reads) = (join_all((0..MANY).map(|_| until_written(&store))), reads(&store));
    let (writes, reads) = join(writes, reads).await;
    let expected = folder(&follower);
    assert!(writes.iter().chain(&reads).all(|server| *server == expected), "{writes:?} {reads:?}");
    store.close().await;
}

/// The servers that reads at once reach.
async fn reads(store: &Store) -> Vec<String> {
    let read = || async {
        let row = store.query_optional(&SERVER, params![]).await.unwrap().unwrap();
        row.text("folder").unwrap().to_owned()
    };
    join_all((0..MANY).map(|_| read())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_connections_to_a_leader_of_before_are_used_no_more() {
    let leader = Cluster::start().unwrap();
    with_one_thing(&leader).await;
    let follower = leader.standby().unwrap();
    let hosts = [follower.host(), leader.host()];
    let location = address(&hosts.each_ref().map(String::as_str), "target_session_attrs=read-write");
    let store = opened(&location).await.unwrap();
    // Connections for units of work and for reads to the one that leads.
    let (writes, read) = join(join_all((0..MANY).map(|_| until_written(&store))), reads(&store)).await;
    assert!(writes.iter().chain(&read).all(|server| *server == folder(&leader)));
    // It is not dead: nobody has told it that another one leads.
    follower.promote().unwrap();
    assert_eq!(reads(&store).await, vec![folder(&leader); MANY]);
    let cut = format!("select pg_terminate_backend(pid) from pg_stat_activity where {CUT_ONE}");
    execute(leader.url(), &cut).await;
    // A unit on the connection that was cut opens a new one, and finds the new leader.
    let mut server = until_written(&store).await;
    for _ in 0..ATTEMPTS_MAX {
        if server == folder(&follower) {
            break;
        }
        let all = join_all((0..MANY).map(|_| until_written(&store))).await;
        server = all.into_iter().find(|server| *server == folder(&follower)).unwrap_or(server);
    }
    assert_eq!(server, folder(&follower));
    let (writes, read) = join(join_all((0..MANY).map(|_| until_written(&store))), reads(&store)).await;
    assert!(writes.iter().chain(&read).all(|server| *server == folder(&follower)), "{writes:?} {read:?}");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ops_03_a_server_that_hangs_keeps_nobody_from_the_next_one() {
    let working = Cluster::start().unwrap();
    with_one_thing(&working).await;
    // The system takes the connections, but no program reads from them.
    let hanging = TcpListener::bind("127.0.0.1:0").unwrap();
    let hangs = hanging.local_addr().unwrap().to_string();
    let location = address(&[&hangs, &working.host()], "target_session_attrs=read-write");
    let store = opened_within(HANGING_CONNECT_MAX, &location).await.unwrap();
    assert_eq!(writes_to(&store).await, Ok(folder(&working)));
    store.close().await;
    let alone = opened_within(Duration::from_millis(100), &address(&[&hangs], "")).await;
    let reason = alone.unwrap_err().to_string();
    assert!(reason.contains("no answer in time") && reason.contains(&hangs), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ops_03_a_server_that_answers_with_a_refusal_ends_the_search() {
    let (first, second) = (Cluster::start().unwrap(), Cluster::start().unwrap());
    execute(second.url(), "create database bank").await;
    let hosts = format!("{},{}", first.host(), second.host());
    let location = format!("postgres://postgres@{hosts}/bank").parse().unwrap();
    let reason = opened(&location).await.unwrap_err().to_string();
    assert!(reason.contains("3D000") && !reason.contains(&folder(&second)), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_07_standbys_and_an_archive_that_fails_are_told_to_whoever_may_know() {
    let settings = " -c archive_mode=on -c archive_command=false";
    let leader = Cluster::start_with(settings).unwrap();
    with_one_thing(&leader).await;
    let store = opened(&address(&[&leader.host()], "")).await.unwrap();
    let alone = store.replication().await.unwrap().unwrap();
    assert_eq!((alone.standbys, alone.behind), (0, Some((0, 0))));
    let follower = leader.standby().unwrap();
    writes_to(&store).await.unwrap();
    execute(leader.url(), "select pg_switch_wal()").await;
    // It asks to follow a moment after it answers, and the archive is tried by another process.
    let (began, mut found) = (Instant::now(), alone);
    while (found.standbys == 0 || !found.archive_fails) && began.elapsed() < CONNECT_MAX {
        found = store.replication().await.unwrap().unwrap();
    }
    assert!(found.standbys == 1 && found.archive_fails, "{found:?}");
    let (late_us, behind_bytes) = found.behind.expect("a superuser may know");
    assert!(late_us >= 0 && behind_bytes >= 0, "{found:?}");
    // The account that serves sees that it is there.
    execute(leader.url(), "create role serving login").await;
    let serving = opened(&leader.url().replace("//postgres@", "//serving@").parse().unwrap()).await.unwrap();
    let seen = serving.replication().await.unwrap().unwrap();
    assert_eq!((seen.standbys, seen.behind), (1, None));
    // A base backup is no standby: an alarm would tell that it is gone.
    let (folder, program) =
        (cluster::temporary_folder().unwrap(), cluster::programs().unwrap().join("pg_basebackup"));
    let (program, copy) = (program.display().to_string(), format!("{folder}/copy"));
    let slowly =
        ["-h", leader.folder(), "-U", "postgres", "-D", &copy, "-X", "stream", "-r", "32k", "-c", "fast"];
    let mut backup = cluster::as_server_user(&program, &slowly).spawn().unwrap();
    let both_connections = "set statement_timeout = '1min';
        do $$ begin
            while (select count(1) from pg_stat_replication where application_name = 'pg_basebackup') < 2 loop
                perform pg_sleep(0.01), pg_stat_clear_snapshot();
            end loop;
        end $$";
    execute(leader.url(), both_connections).await;
    assert_eq!(serving.replication().await.unwrap().unwrap().standbys, 1);
    execute(leader.url(), "grant pg_read_all_stats to serving").await;
    let seen = serving.replication().await.unwrap().unwrap();
    assert!(seen.standbys == 1 && seen.behind.is_some(), "{seen:?}");
    backup.kill().unwrap();
    backup.wait().unwrap();
    cluster::machine::output(&mut cluster::as_server_user("rm", &["-r", &folder])).unwrap();
    for store in [store, serving] {
        store.close().await;
    }
    drop(follower);
}
