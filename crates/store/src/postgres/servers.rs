//! The servers that the database address names. Each new connection tries them in their order, as libpq does, and
//! looks at the session before anybody works in it.

use std::fmt;
use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use deadpool_postgres::ClientWrapper;
use tokio::net::lookup_host;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Config, NoTls, Socket};

use super::address::Address;
use super::client::{Client, Warnings};
use super::encrypted::Encryption;
use super::password::{Account, PasswordFile};
use super::route::Route;
use super::security::{Security, TlsMode};
use super::settings::Settings;
use super::statement::rows_of;
use super::timeline::{Newest, Timeline};
use super::{statement, timeline, tls};
use crate::{Result, StoreError};

/// The most addresses of one name that are tried.
const ADDRESSES_MAX: usize = 8;
/// Asks which kind of server this is.
const KIND: &str = "select pg_is_in_recovery(), current_setting('default_transaction_read_only')";
/// Allows nothing but reading outside of units of work. It cannot be an option of the connection: the answer to
/// [`KIND`] would be the option.
const ONLY_READ: &str = "set default_transaction_read_only = on";

/// Makes the connections of the pool.
pub(super) struct Servers {
    /// The part of the configuration that all servers share: everything of the address but the servers themselves.
    common: Config,
    security: Arc<Security>,
    route: Route,
    settings: Settings,
    password_file: Option<PasswordFile>,
    list: Vec<Server>,
    /// Servers that take no writes are passed over.
    must_write: bool,
    /// The longest attempt to reach one server with all its addresses.
    server_time_max: Duration,
    newest: Newest,
}

/// One server as the address names it.
struct Server {
    name: Option<Host>,
    address: Option<IpAddr>,
    port: u16,
}

/// Error of a server that gave no session.
struct Refused {
    reason: String,
    next: Next,
}

/// The step that libpq takes after a server that is not suitable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Tries the next address of the same server.
    Address,
    /// Tries the next server: the one at this address will say the same again.
    Server,
    /// Gives up: the server answered with a refusal (a wrong password, no such database).
    Nothing,
}

impl Servers {
    /// The servers of an address that [`super::address::read`] has read; `time_max` is for all of them together.
    pub(super) fn new(
        address: &Address,
        settings: Settings,
        password_file: Option<PasswordFile>,
        time_max: Duration,
    ) -> Self {
        let Address { config, security, route } = address;
        let (names, addresses, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
        let list: Vec<Server> = (0..names.len().max(addresses.len()))
            .map(|index| Server {
                name: names.get(index).cloned(),
                address: addresses.get(index).copied(),
                port: ports.get(index).or_else(|| ports.first()).copied().unwrap_or(5432),
            })
            .collect();
        let count = u32::try_from(list.len()).unwrap_or(u32::MAX).max(1);
        Self {
            common: without_servers(config),
            security: Arc::new(security.clone()),
            route: *route,
            settings: settings.of_role(),
            password_file,
            list,
            must_write: config.get_target_session_attrs() == TargetSessionAttrs::ReadWrite,
            server_time_max: time_max / count,
            newest: Newest::default(),
        }
    }

    async fn session_on(&self, server: &Server) -> Result<Client, Refused> {
        let addresses = server.addresses().await?;
        let time_max = self.server_time_max / u32::try_from(addresses.len()).unwrap_or(u32::MAX).max(1);
        let mut refused = Refused { reason: "the name has no address".to_owned(), next: Next::Address };
        for address in addresses {
            refused = match timeout(time_max, self.session_at(server, address)).await {
                Ok(Ok(client)) => return Ok(client),
                Ok(Err(refused)) => refused,
                Err(_) => Refused { reason: "no answer in time".to_owned(), next: Next::Address },
            };
            if refused.next != Next::Address {
                break;
            }
        }
        Err(refused)
    }

    async fn session_at(&self, server: &Server, address: Option<IpAddr>) -> Result<Client, Refused> {
        let mut config = self.common.clone();
        config.port(server.port);
        match &server.name {
            Some(Host::Tcp(name)) => {
                config.host(name);
            }
            #[cfg(unix)]
            Some(Host::Unix(folder)) => {
                config.host_path(folder);
            }
            // The certificate names the address then.
            None => {
                config.host(address.map_or_else(String::new, |address| address.to_string()));
            }
        }
        if let Some(address) = address {
            config.hostaddr(address);
        }
        if let Some(password) = self.password(server).await? {
            config.password(password);
        }
        let (client, warnings) = match self.security.mode_for(server.name.as_ref(), server.address) {
            TlsMode::Disable => connected(config.ssl_mode(SslMode::Disable), NoTls).await,
            mode => {
                let encryption = self.encryption(mode).await?;
                let client = connected(config.ssl_mode(SslMode::Require), encryption).await;
                client.map_err(|error| Refused { reason: with_mode(mode, &error.reason), ..error })
            }
        }?;
        let is_standby = match self.route {
            Route::Direct => self.begin_session(&client).await,
            Route::Pooled => self.begin_pooled(&client).await,
        }?;
        let timeline = if is_standby { None } else { timeline_of(&client).await? };
        let reign =
            timeline.map(|timeline| self.newest.admit(timeline)).transpose().map_err(Refused::unfit)?;
        Ok(Client::new(client, warnings, self.route, reign))
    }

    /// Tells whether a connection of before can be used: it is open, nobody left it before the answer came, and no
    /// other server has led since.
    pub(super) fn is_fit(&self, client: &Client) -> bool {
        let has_ended = |reign| self.newest.has_ended(reign);
        !client.is_closed() && !client.is_behind() && !client.reign().is_some_and(has_ended)
    }

    /// Looks at the session and gives it what does not come as an option; whether the server is a standby.
    async fn begin_session(&self, client: &ClientWrapper) -> Result<bool, Refused> {
        let answers = client.simple_query(&format!("{KIND}; {ONLY_READ}")).await;
        let answers = answers.map_err(|error| Refused::from_error(&error))?;
        let Some(kind) = rows_of(&answers).next() else { return Err(Refused::silent()) };
        let is_standby = kind.get(0) != Some("f");
        if self.must_write && !is_standby && kind.get(1) != Some("off") {
            return Err(Refused::unfit("takes no writes (default_transaction_read_only)".to_owned()));
        }
        self.check_kind(is_standby)?;
        Ok(is_standby)
    }

    /// Looks at a session that the pooler lends: it has to have the settings of this program from its role. Tells
    /// whether the server is a standby.
    async fn begin_pooled(&self, client: &ClientWrapper) -> Result<bool, Refused> {
        let answers = client.simple_query(&format!("{KIND}; {}", self.settings.question())).await;
        let answers = answers.map_err(|error| Refused::from_error(&error))?;
        let mut rows = rows_of(&answers);
        let Some(kind) = rows.next() else { return Err(Refused::silent()) };
        let is_standby = kind.get(0) != Some("f");
        self.check_kind(is_standby)?;
        let found = rows.filter_map(|row| Some((row.get(0)?.to_owned(), row.get(1)?.to_owned()))).collect();
        let lacking = self.settings.lacking(&found, self.common.get_user().unwrap_or_default());
        if lacking.is_empty() {
            return Ok(is_standby);
        }
        Err(Refused::unfit(format!(
            "the sessions of the pooler lack settings; run as an administrator of the server: {lacking}and then \
             `reconnect` in the pooler"
        )))
    }

    fn check_kind(&self, is_standby: bool) -> Result<(), Refused> {
        if self.must_write && is_standby { Err(Refused::unfit("is a standby".to_owned())) } else { Ok(()) }
    }

    async fn password(&self, server: &Server) -> Result<Option<String>, Refused> {
        let Some(file) = self.password_file.clone() else { return Ok(None) };
        let (host, port) = (server.host(), server.port);
        let user = self.common.get_user().unwrap_or_default().to_owned();
        let database = self.common.get_dbname().map_or_else(|| user.clone(), str::to_owned);
        let read = move || file.read(Account { host: &host, port, database: &database, user: &user });
        beside(read).await.map(Some)
    }

    async fn encryption(&self, mode: TlsMode) -> Result<Encryption, Refused> {
        let security = Arc::clone(&self.security);
        beside(move || tls::configuration(mode, &security)).await.map(Encryption)
    }
}

impl Manager for Servers {
    type Type = Client;
    type Error = StoreError;

    async fn create(&self) -> Result<Client> {
        let mut reasons = Vec::new();
        for server in &self.list {
            let session = timeout(self.server_time_max, self.session_on(server)).await;
            let refused = match session {
                Ok(Ok(client)) => return Ok(client),
                Ok(Err(refused)) => refused,
                Err(_) => Refused { reason: "no answer in time".to_owned(), next: Next::Server },
            };
            reasons.push(format!("{server}: {}", refused.reason));
            if refused.next == Next::Nothing {
                break;
            }
        }
        Err(StoreError::Unavailable(reasons.join("; ")))
    }

    async fn recycle(&self, client: &mut Client, _: &Metrics) -> RecycleResult<StoreError> {
        if self.is_fit(client) {
            Ok(())
        } else {
            Err(RecycleError::message("the connection is of no more use"))
        }
    }
}

/// Reads files on a thread that may wait. What cannot be read is this program's own: the next server would not help.
async fn beside<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, Refused> {
    let done = spawn_blocking(read).await.unwrap_or_else(|error| Err(error.to_string()));
    done.map_err(|reason| Refused { reason, next: Next::Nothing })
}

async fn connected<T>(config: &Config, tls: T) -> Result<(ClientWrapper, Warnings), Refused>
where
    T: MakeTlsConnect<Socket>,
    T::Stream: Send + 'static,
{
    let (client, mut connection) = config.connect(tls).await.map_err(|error| Refused::from_error(&error))?;
    let warnings = Warnings::default();
    let noted = warnings.clone();
    let task = tokio::spawn(async move {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            match message {
                Ok(AsyncMessage::Notice(notice)) => noted.note(&notice),
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!("a connection to PostgreSQL broke: {error}");
                    break;
                }
            }
        }
    });
    Ok((ClientWrapper::new(client, task), warnings))
}

/// Asks on which timeline the server writes; none of a server that does not tell.
async fn timeline_of(client: &ClientWrapper) -> Result<Option<Timeline>, Refused> {
    match client.simple_query(timeline::QUESTION).await {
        Ok(answers) => Ok(rows_of(&answers).next().and_then(Timeline::from_row)),
        // Another server of the protocol need not know the functions, or allow them.
        Err(error) if error.code().is_some() && !client.is_closed() => Ok(None),
        Err(error) => Err(Refused::from_error(&error)),
    }
}

/// Names what was asked for when TLS did not come about.
fn with_mode(mode: TlsMode, reason: &str) -> String {
    if reason.contains("TLS") { format!("sslmode={mode}: {reason}") } else { reason.to_owned() }
}

impl Server {
    /// The server as a file of passwords names it; empty for none.
    fn host(&self) -> String {
        match (&self.name, self.address) {
            (Some(Host::Tcp(name)), _) => name.clone(),
            #[cfg(unix)]
            (Some(Host::Unix(folder)), _) => folder.display().to_string(),
            (None, Some(address)) => address.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Resolves the server's name; a folder of sockets has no address.
    async fn addresses(&self) -> Result<Vec<Option<IpAddr>>, Refused> {
        let name = match (&self.name, self.address) {
            (Some(Host::Tcp(name)), None) => name,
            (_, address) => return Ok(vec![address]),
        };
        let found = lookup_host((name.as_str(), self.port)).await;
        let found = found.map_err(|error| Refused { reason: error.to_string(), next: Next::Server })?;
        Ok(found.take(ADDRESSES_MAX).map(|address| Some(address.ip())).collect())
    }
}

impl fmt::Display for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host().as_str() {
            "" => formatter.write_str("nowhere"),
            host => write!(formatter, "{host}:{}", self.port),
        }
    }
}

impl Refused {
    /// The server answers, and is none that this program can use.
    const fn unfit(reason: String) -> Self {
        Self { reason, next: Next::Server }
    }

    fn silent() -> Self {
        Self::unfit("says nothing about itself".to_owned())
    }

    fn from_error(error: &tokio_postgres::Error) -> Self {
        let next = match error.code() {
            None => Next::Address,
            Some(code) if *code == SqlState::CANNOT_CONNECT_NOW => Next::Server,
            Some(_) => Next::Nothing,
        };
        let reason = match statement::error_of("connect", error).error {
            StoreError::Unavailable(reason) => reason,
            error => error.to_string(),
        };
        Self { reason, next }
    }
}

/// The configuration of an address without its servers.
fn without_servers(config: &Config) -> Config {
    let mut common = Config::new();
    if let Some(user) = config.get_user() {
        common.user(user);
    }
    if let Some(password) = config.get_password() {
        common.password(password);
    }
    if let Some(name) = config.get_dbname() {
        common.dbname(name);
    }
    if let Some(options) = config.get_options() {
        common.options(options);
    }
    if let Some(name) = config.get_application_name() {
        common.application_name(name);
    }
    if let Some(time) = config.get_connect_timeout() {
        common.connect_timeout(*time);
    }
    if let Some(time) = config.get_tcp_user_timeout() {
        common.tcp_user_timeout(*time);
    }
    if let Some(interval) = config.get_keepalives_interval() {
        common.keepalives_interval(interval);
    }
    if let Some(retries) = config.get_keepalives_retries() {
        common.keepalives_retries(retries);
    }
    common.keepalives(config.get_keepalives()).keepalives_idle(config.get_keepalives_idle());
    common.ssl_negotiation(config.get_ssl_negotiation());
    common.channel_binding(config.get_channel_binding());
    common
}
