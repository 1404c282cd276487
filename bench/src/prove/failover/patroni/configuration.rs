//! The settings of a node, as a bank would write them.

use std::path::Path;
use std::time::Duration;

/// The time after which etcd gives away the lock of a leader that does not renew it: Patroni's least.
pub(super) const TIME_TO_LIVE: Duration = Duration::from_secs(20);

/// The settings of a node as Patroni reads them, YAML of which JSON is a part: its name, its folder, and the ports of
/// PostgreSQL, of Patroni's own interface and of etcd.
///
/// No write is acknowledged before a second server has it, and none is taken while no second one follows
/// (`synchronous_mode_strict`). The leader keeps what a server lacks that was gone for a while (`wal_keep_size`). The
/// files themselves need not outlive the machine (`fsync`).
pub(super) fn of_node(
    name: &str,
    folder: &str,
    [port, state_port, etcd_port]: [u16; 3],
    programs: &Path,
) -> String {
    let here = |port: u16| format!("127.0.0.1:{port}");
    let user = serde_json::json!({"username": "postgres", "password": "unasked"});
    serde_json::json!({
        "scope": "clientbank",
        "name": name,
        "restapi": {"listen": here(state_port), "connect_address": here(state_port)},
        "etcd3": {"host": here(etcd_port)},
        "bootstrap": {
            "dcs": {
                "ttl": TIME_TO_LIVE.as_secs(),
                "loop_wait": 2,
                "retry_timeout": 5,
                "synchronous_mode": true,
                "synchronous_mode_strict": true,
                "postgresql": {
                    "use_pg_rewind": true,
                    "parameters": {
                        "max_connections": 300,
                        "max_locks_per_transaction": 256,
                        "wal_keep_size": "4GB",
                        "shared_buffers": "128MB",
                        "synchronous_commit": "on",
                        "fsync": "off",
                        "full_page_writes": "on",
                    },
                },
            },
            "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "no-sync"],
        },
        "postgresql": {
            "listen": here(port),
            "connect_address": here(port),
            "data_dir": format!("{folder}/data"),
            "bin_dir": programs,
            "pgpass": format!("{folder}/pgpass"),
            "authentication": {"superuser": user, "replication": user, "rewind": user},
            "remove_data_directory_on_rewind_failure": true,
            "remove_data_directory_on_diverged_timelines": true,
            "parameters": {"unix_socket_directories": folder},
            "pg_hba": [
                "local all all trust",
                "host all all 127.0.0.1/32 trust",
                "host replication all 127.0.0.1/32 trust",
            ],
        },
        "watchdog": {"mode": "off"},
    })
    .to_string()
}
