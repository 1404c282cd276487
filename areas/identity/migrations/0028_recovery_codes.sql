-- A person sets the own second factor: the new one waits here, sealed, until a code of it was typed in the same
-- session.
create table second_factor_offers (
    user_id text not null primary key references users (user_id),
    session_id text not null,
    secret_sealed bytea not null,
    expires_at_us bigint not null
);
create index second_factor_offers_by_end on second_factor_offers (expires_at_us);

-- What a person logs in with who has lost the device: a few for each user, each once. Only an HMAC is kept, under a key
-- that is not in the database.
create table recovery_codes (
    user_id text not null references users (user_id),
    code_hmac bytea not null,
    made_at_us bigint not null,
    used_at_us bigint,
    primary key (user_id, code_hmac)
);
