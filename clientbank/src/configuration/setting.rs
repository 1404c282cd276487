//! Every setting by name, with its meaning, default and range: the one place from which the file, the environment,
//! the command line and the table in docs/OPERATIONS.md are read.

/// A setting as a person looks it up.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name in the file. In the environment it is written in capitals after `CLIENTBANK_`.
    pub name: &'static str,
    /// The meaning, with its unit.
    pub meaning: &'static str,
    /// The value when nothing is set, as a person would write it.
    pub default: &'static str,
    /// The least and the most value of a number.
    pub range: Option<(u64, u64)>,
    /// A process may have it by itself: where it listens, what it may take of its machine and of the database, where
    /// its files are, and how it logs. All others decide what customers see.
    pub(super) is_own: bool,
}

impl Setting {
    /// The name of the environment variable.
    pub fn variable(&self) -> String {
        format!("CLIENTBANK_{}", self.name.to_ascii_uppercase())
    }
}

/// Writes the struct that is read, its defaults and the list of settings from one table. A text has a default; a
/// number has a default and a range. What is `own` a process may have by itself.
macro_rules! settings {
    (
        texts { $($text:ident $(($text_own:ident))? = $text_default:literal, $text_meaning:literal;)+ }
        numbers {
            $($number:ident $(($number_own:ident))? = $number_default:literal in $least:literal..=$most:literal,
                $number_meaning:literal;)+
        }
    ) => {
        /// The settings as they were given, before they mean anything.
        #[derive(Clone, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(super) struct Given {
            $(pub(super) $text: String,)+
            $(pub(super) $number: u64,)+
        }

        impl Default for Given {
            fn default() -> Self {
                Self { $($text: $text_default.to_owned(),)+ $($number: $number_default,)+ }
            }
        }

        impl Given {
            /// Every setting by name, as it was given.
            pub(super) fn values(&self) -> Vec<(&'static str, String)> {
                vec![
                    $((stringify!($text), self.$text.clone()),)+
                    $((stringify!($number), self.$number.to_string()),)+
                ]
            }

            /// The first number outside of its range.
            pub(super) fn out_of_range(&self) -> Option<(&'static str, u64, u64)> {
                $(if !($least..=$most).contains(&self.$number) {
                    return Some((stringify!($number), $least, $most));
                })+
                None
            }
        }

        /// Every setting, texts first, in the order of the documentation.
        pub const SETTINGS: &[Setting] = &[
            $(Setting {
                name: stringify!($text),
                meaning: $text_meaning,
                default: $text_default,
                range: None,
                is_own: !stringify!($($text_own)?).is_empty(),
            },)+
            $(Setting {
                name: stringify!($number),
                meaning: $number_meaning,
                default: stringify!($number_default),
                range: Some(($least, $most)),
                is_own: !stringify!($($number_own)?).is_empty(),
            },)+
        ];
    };
}

settings! {
    texts {
        database (own) = "sqlite:clientbank.db", "Where the database is: `sqlite:PATH` or \
            `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with several `HOST:PORT` separated by commas";
        database_password_file (own) = "", "A file with the password of PostgreSQL and nothing else, read for each new \
            connection. One that others may read is refused (a file of root may be read by its group)";
        database_service_role (own) = "", "The role of PostgreSQL as which `serve` logs in, when it is not the owner \
            of the tables: `clientbank migrate` gives it the rights that it needs, and no others";
        api_listen (own) = "127.0.0.1:8080", "Address and port of the business API; port 0 takes a free one";
        identity_listen (own) = "127.0.0.1:8081", "Address and port of the identity provider and its pages";
        bank_listen (own) = "", "Address and port of the API of the bank's own systems; keep it away from the \
            internet. Empty: it is not served";
        bank_address = "", "The address by which those systems reach it, and the `aud` of their assertions; empty: \
            `http://` and the listening address";
        directory_issuer = "", "The issuer (`iss`) of the bank's directory, by whose identity tokens people log in to \
            the bank API (OpenID Connect). Empty: nobody logs in so";
        directory_audience = "", "The client identifier of this program in the directory: the `aud` of the tokens";
        directory_keys (own) = "", "A file with the directory's public keys, a JWK Set, read at each login";
        directory_second_factor = "", "Values of `acr` or `amr`, separated by commas, of which a token must have one. \
            Empty: any login of the directory is enough, which a bank should not leave so";
        two_people = "", "Actions and commands that need a second person besides those that always do, separated by \
            commas; `NAME:ROUBLES` of one that moves money: one person is enough below that amount in 24 hours. The \
            value counts that `settings adopt` has made the bank's";
        orders = "", "Who answers what the bank decides or books, as `KIND=PLAYER` separated by commas: `bank`, its \
            systems over the bank API; `embedded`, the program itself; `none`, nobody, and the checks refuse such \
            payments and statements. A bank's own database needs every kind; a sandbox plays the others itself";
        accounts = "ledger", "Who keeps the accounts: `ledger`, this program, whose journal the bank's other books \
            follow; `core`, the bank's core, whose feed this program follows. A database never changes it";
        administration_listen (own) = "127.0.0.1:8082", "Address and port of metrics and health; keep it away from the \
            internet";
        api_address = "", "The address by which callers reach the API, and the `aud` of access tokens; empty: \
            `http://` and the listening address";
        identity_address = "", "The address by which callers reach the identity provider, and the `iss` of every \
            token; empty: `http://` and the listening address";
        identity_without_tls = "refuse", "What a start does whose identity provider other machines reach by plain \
            http, so that passwords can be read on the way: `refuse`, or `allow` for trials";
        trusted_proxies (own) = "", "Addresses and networks of the bank's own proxies, separated by commas; only they \
            are believed in `X-Forwarded-For`";
        master_key (own) = "", "Base64 of 32 random bytes; seals signing keys and second factors in the database. \
            `serve` needs it";
        master_key_file (own) = "", "A file with the master key instead. One that others may read is refused (a file \
            of root may be read by its group)";
        master_key_other (own) = "", "Another master key that only opens, while one replaces the other (`clientbank \
            keys reseal`)";
        master_key_other_file (own) = "", "A file with it instead, with the same rule";
        bank_name_ru = "Клиент-банк", "The bank's name on its pages, in Russian";
        bank_name_en = "Client bank", "The bank's name on its pages, in English";
        support_phone = "", "The telephone number on the page of help. Empty: none";
        support_email = "", "The e-mail address on the page of help. Empty: none";
        support_hours_ru = "", "When somebody answers there, in Russian. Empty: nothing is said";
        support_hours_en = "", "When somebody answers there, in English; given with the Russian words or not at all";
        bank_bic = "044525999", "The bank's BIC, 9 digits; control keys of accounts depend on it";
        time_zone = "Europe/Moscow", "The IANA time zone in which the bank's days begin and end";
        iso20022_profiles (own) = "", "A folder of the bank's own message definitions, `*.xsd`; one replaces a \
            built-in one of the same namespace. Empty: the built-in ones";
        tariff_templates (own) = "", "A folder of the bank's own templates of tariff documents, `v1000` and so on; new \
            requests take the last version. Empty: the built-in ones";
        import_folder (own) = "", "A folder below which the bank puts folders of files that people import over the \
            bank API; the same for all processes. Empty: files are imported by command alone";
        trail_log (own) = "", "A folder outside of the database to which the trail is written each second as a log \
            that proves itself; each process has its own. Empty: it stays in the database alone";
        trail_checkpoints (own) = "", "The address at which each new checkpoint of the trail's log is put: https, in \
            the bank's networks too, or http on this machine. Empty: none";
        trail_checkpoints_credentials (own) = "", "The credentials for that address: `Bearer TOKEN`, or \
            `USER:PASSWORD` for Basic. Empty: none";
        trail_checkpoints_credentials_file (own) = "", "A file with them instead, with the rule of `master_key_file`";
        missing_revocation_list = "accept", "What becomes of a signature when an authority above it has no imported \
            revocation list: `accept` it, or `refuse` it with `REVOCATION_LIST_MISSING`";
        webhook_reach = "public", "Where webhooks may lead: `public`, https to addresses of the internet alone; \
            `local`, also to this machine and there without TLS, for sandboxes";
        media_host = "https://media.bank.example", "The server of the pictures and files of webinars: scheme, host \
            and perhaps port";
        conversion_rate_tolerance_percent = "3", "Percent by which a payroll statement's conversion rate may lie above \
            the bank's rate of the day, 0 to 50 with at most 2 fraction digits; a currency may have its own by import";
        conversion_rate_below_percent = "0", "Percent by which it may lie below that rate, so that senders buy cheaper \
            than the bank sells, 0 to 50 with at most 2 fraction digits";
        sandbox_token_clock = "sandbox", "In a sandbox, the clock by which logins and tokens age: `sandbox`, which is \
            moved, or `machine`, for client libraries that compare `exp` and `iat` with their own";
        second_factor_required = "off", "Whether whoever signs or administers a company in the online bank must have a \
            second factor: `on` or `off`. The login itself needs none; with a passkey alone people confirm with it and \
            not with the password";
        request_log (own) = "", "Keeps the last 1,000 calls of each client in memory, for the page of integrations and \
            `clientbank logs`: `on` or `off`. Empty: on in a demo or sandbox, off otherwise";
        otlp_endpoint (own) = "", "The collector of traces, OTLP over HTTP, such as `http://127.0.0.1:4318` or \
            `https://collector.internal:4318`. Empty: none";
        log_format (own) = "json", "`json` for machines, `text` for people";
        log_filter (own) = "info", "What is logged, in the syntax of `RUST_LOG`, for example `info,store=debug`";
    }
    numbers {
        token_lifetime_s = 900 in 1..=86_400, "Seconds that access and identity tokens live";
        login_lifetime_s = 2_592_000 in 60..=31_536_000, "Seconds from a login until its last refresh token expires";
        code_lifetime_s = 60 in 1..=600, "Seconds that an authorization code may be exchanged";
        online_bank_session_s = 28_800 in 300..=86_400, "Seconds that a session of the online bank lives at most";
        online_bank_idle_s = 900 in 60..=86_400, "Seconds without a click after which a session of the online bank \
            ends";
        password_memory_kib = 19_456 in 8_192..=262_144, "Memory of one Argon2id hash in KiB; stored hashes keep their \
            cost until the next login: raise it, do not lower it";
        password_passes = 2 in 1..=16, "Passes of Argon2id over that memory";
        password_hashes_at_once_max (own) = 2 in 1..=64, "Password hashes computed at once by one process";
        password_queue_max (own) = 128 in 1..=10_000, "Logins that wait for a hash; one more is answered 503";
        request_rate_per_s = 200 in 1..=1_000_000, "Requests per second of one login to the API in the long run; \
            above it 429";
        request_burst = 400 in 1..=1_000_000, "Requests of one login to the API that may come at once";
        payroll_polling_per_s = 1 in 1..=1_000_000, "Questions per second about the status of one payroll statement \
            in the long run; above it 429";
        payroll_polling_burst = 3 in 1..=1_000_000, "Questions about one payroll statement that may come at once";
        conversion_day_limit_roubles = 100_000_000 in 0..=90_000_000_000_000, "Roubles for which payroll sells each \
            currency on one day, more is declined; a currency may have its own limit by import";
        payroll_signing_days = 30 in 1..=3_650, "Days that a payroll statement waits for its first signature, and \
            then for those that are missing; after them it ends unpaid";
        connections_max (own) = 10_000 in 1..=1_000_000, "Connections at once on each listener";
        connections_per_address_max (own) = 500 in 1..=1_000_000, "Connections at once of one IPv4 address or IPv6 \
            network (64 bits) on each listener; through `trusted_proxies`, requests at once of one caller";
        head_time_s_max (own) = 8 in 1..=60, "Seconds that the head of a request may take to arrive";
        idle_time_s_max (own) = 75 in 1..=3_600, "Seconds that a connection may wait for its next request";
        body_stall_s_max (own) = 8 in 1..=60, "Seconds without progress of a body after which the connection is closed";
        body_time_s_max (own) = 50 in 1..=55, "Seconds that a whole body may take to arrive, then 408; less than the \
            minute of a request";
        farewell_s (own) = 7 in 0..=60, "Seconds after SIGTERM in which connections are still accepted and told to \
            leave: more than a balancer needs to see that the process is not ready";
        drain_s_max (own) = 30 in 1..=600, "Seconds after that in which requests may finish";
        database_connections_max (own) = 32 in 2..=1_000, "Connections of one process to PostgreSQL; a quarter of \
            them, at most eight, are shared by short reads";
        database_readers_max (own) = 32 in 2..=256, "Reading connections of one process to SQLite";
        database_queue_max (own) = 4_096 in 16..=100_000, "Units of work that wait for the database; one more is \
            answered 503";
        database_wait_s_max (own) = 5 in 1..=60, "Seconds that a unit of work waits for a connection, or on SQLite for \
            a lock";
        database_statement_s_max (own) = 30 in 1..=600, "Seconds that one statement may run on PostgreSQL";
        database_lock_s_max (own) = 5 in 1..=600, "Seconds that a statement waits on PostgreSQL for a lock of another \
            unit of work";
        sandboxes_max (own) = 64 in 0..=1_000, "Sandboxes with keys of one process, beside the main one";
        sandbox_idle_s_max (own) = 3_600 in 10..=604_800, "Seconds without a call after which a sandbox with a key is \
            removed";
        otlp_traces_per_10000 (own) = 10_000 in 1..=10_000, "Of 10,000 traces, those that the collector is told of, \
            each as a whole";
        feed_interval_ms (own) = 500 in 50..=1_000, "Milliseconds between two looks for revocations and new signing \
            keys";
        job_lease_ms = 30_000 in 500..=3_600_000, "Milliseconds that a job belongs to a worker that gives no sign of \
            life";
        job_poll_ms (own) = 500 in 20..=60_000, "Milliseconds between two looks for jobs of other processes and of \
            this moment";
        retention_statements_days = 0 in 0..=36_500, "Days that payroll statements are kept after they have ended, \
            before `clientbank retention archive` takes them; 0: for ever. The law asks for 2192 at least";
        retention_postings_days = 0 in 0..=36_500, "The same for entries, postings and operations of accounts; 0: for \
            ever. The law asks for 2192 at least";
        retention_closings_days = 0 in 0..=36_500, "The same for closing balances of accounts, but for those in force; \
            0: for ever. The law asks for 2192 at least";
        retention_certificates_days = 0 in 0..=36_500, "The same for currency certificates whose check has ended; 0: \
            for ever. 1827 are asked for at least";
        retention_tariff_requests_days = 0 in 0..=36_500, "The same for tariff requests that have ended; 0: for ever. \
            1827 are asked for at least";
        retention_letters_days = 0 in 0..=36_500, "The same for letters that are answered and read; 0: for ever. 1827 \
            are asked for at least";
        retention_orders_days = 0 in 0..=36_500, "The same for orders to the bank that have ended; 0: for ever. The \
            law asks for 2192 at least";
        retention_trail_days = 0 in 0..=36_500, "The same for the trail; 0: for ever. 1827 are asked for at least";
        events_kept_days = 90 in 7..=3_650, "Days that `serve` keeps events with their deliveries and the log of \
            these; webhooks and callers that fall behind by more miss some";
        prune_interval_s (own) = 300 in 10..=86_400, "Seconds between two removals of what has expired";
    }
}
