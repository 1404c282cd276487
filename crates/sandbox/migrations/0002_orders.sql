-- What the people of a company, the bank's staff or the way to other banks are told to do about one thing: the trigger
-- that came with it. It hangs on the state of a sandbox, so a live database has no row of it.
create table sandbox_orders (
    kind text not null references sandbox_state (kind) check (kind = 'SANDBOX'),
    object_kind text not null,
    object_id text not null,
    trigger_name text not null,
    placed_at_us bigint not null,
    primary key (object_kind, object_id)
);
