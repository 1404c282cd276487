//! Two servers of which one follows the other, led by the order of this program.

use std::time::{Duration, Instant};

use testkit::postgres::Cluster;
use tokio::runtime::Runtime;
use tokio_postgres::{NoTls, SimpleQueryMessage};

use super::{Death, LOOK_PAUSE, NOBODY_LEADS, RECOVERY_MAX, Servers};
use crate::outcome::Outcome;
use crate::outside::pause;

/// Statements of money are on two disks before anybody is told; the files themselves need not outlive the machine.
const DURABLE: &str = " -c synchronous_commit=on";

/// The two servers; the first leads.
pub(super) struct Pair {
    servers: [Cluster; 2],
    leader: usize,
    runtime: Runtime,
}

impl Servers for Pair {
    const NOTICED: Duration = NOBODY_LEADS;

    const DEATHS: &'static [Death] = &[Death::Power];

    fn address(&self) -> String {
        let [first, second] = &self.servers;
        let hosts = format!("{},{}", first.host(), second.host());
        format!("postgres://postgres@{hosts}/postgres?target_session_attrs=read-write")
    }

    fn strike(&mut self, _: Death) -> Outcome<()> {
        Ok(self.servers[self.leader].stop()?)
    }

    /// Nobody follows the new leader yet, so it waits for nobody.
    fn replace(&mut self) -> Outcome<Instant> {
        let ordered_at = Instant::now();
        self.ask(self.led(), "alter system set synchronous_standby_names = ''")?;
        self.ask(self.led(), "select pg_reload_conf()")?;
        self.led().promote()?;
        self.leader = 1 - self.leader;
        Ok(ordered_at)
    }

    fn heal(&mut self) -> Outcome<()> {
        self.led().follow(&self.servers[self.leader])?;
        self.follow_synchronously()
    }
}

impl Pair {
    pub(super) fn start() -> Outcome<Self> {
        let leader = Cluster::start_with(DURABLE)?;
        let follower = leader.standby()?;
        let pair = Self { servers: [leader, follower], leader: 0, runtime: Runtime::new()? };
        pair.follow_synchronously()?;
        Ok(pair)
    }

    fn led(&self) -> &Cluster {
        &self.servers[1 - self.leader]
    }

    /// From now on a commit waits until the other server has it.
    fn follow_synchronously(&self) -> Outcome<()> {
        let leader = &self.servers[self.leader];
        self.ask(leader, "alter system set synchronous_standby_names = '*'")?;
        self.ask(leader, "select pg_reload_conf()")?;
        let since = Instant::now();
        let states = "select sync_state from pg_stat_replication where state = 'streaming'";
        while self.ask(leader, states)?.as_deref() != Some("sync") {
            if since.elapsed() > RECOVERY_MAX {
                return Err("the other server does not follow".into());
            }
            pause(LOOK_PAUSE);
        }
        Ok(())
    }

    /// The first value of the first row of the answer.
    fn ask(&self, server: &Cluster, text: &str) -> Outcome<Option<String>> {
        self.runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(server.url(), NoTls).await?;
            let connection = tokio::spawn(connection);
            let answer = client.simple_query(text).await?;
            drop(client);
            connection.await??;
            Ok(answer.iter().find_map(|message| match message {
                SimpleQueryMessage::Row(row) => row.get(0).map(ToOwned::to_owned),
                _ => None,
            }))
        })
    }
}
