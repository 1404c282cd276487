-- A database is the bank's own or a sandbox for as long as it lives, and this row says which.
--@ owner
create table database_kind (
    kind text not null primary key check (kind = 'LIVE' or kind = 'SANDBOX'),
    alone bigint not null unique check (alone = 1)
);

-- A clock that is moved hangs on the mark of a sandbox, so a live database cannot have one. While the clock runs,
-- moment_us is how far it is ahead of the machine's; while it stands, the moment at which it stands. Every change
-- counts, and so does every reset, after which the clock may show an earlier moment.
create table sandbox_state (
    kind text not null primary key references database_kind (kind) check (kind = 'SANDBOX'),
    pace text not null check (pace = 'RUNNING' or pace = 'STANDING'),
    moment_us bigint not null,
    moves bigint not null check (moves >= 0),
    resets bigint not null check (resets >= 0),
    seeded_at_us bigint
);

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

--@ sqlite
create trigger database_kind_refuse_update before update on database_kind
begin
    select raise(abort, 'the kind of a database never changes');
end;

create trigger database_kind_refuse_delete before delete on database_kind
begin
    select raise(abort, 'the kind of a database never changes');
end;

-- Without this, "insert or replace" would delete the old row and fire no delete trigger.
create trigger database_kind_refuse_replace before insert on database_kind
when exists (select 1 from database_kind where kind <> new.kind)
begin
    select raise(abort, 'the kind of a database never changes');
end;

create trigger sandbox_state_refuse_back before update on sandbox_state
when new.resets = old.resets and new.pace = old.pace and new.moment_us < old.moment_us
begin
    select raise(abort, 'the clock of a sandbox goes forward only');
end;
--@ postgres
create function database_kind_refuse_change() returns trigger language plpgsql as $body$
begin
    raise exception 'the kind of a database never changes' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger database_kind_refuse_change before update or delete on database_kind
    for each row execute function database_kind_refuse_change();

create trigger database_kind_refuse_truncate before truncate on database_kind
    for each statement execute function database_kind_refuse_change();

create function sandbox_state_refuse_back() returns trigger language plpgsql as $body$
begin
    if new.resets = old.resets and new.pace = old.pace and new.moment_us < old.moment_us then
        raise exception 'the clock of a sandbox goes forward only' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end;
$body$;

create trigger sandbox_state_refuse_back before update on sandbox_state
    for each row execute function sandbox_state_refuse_back();
