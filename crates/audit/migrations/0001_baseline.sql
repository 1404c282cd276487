-- The trail of changes and access decisions. SQLite keeps it by time, in one tree: a row, its place in an index of
-- identifiers and its place in the index of time were half of the work of a change that is small itself, and so were the
-- small tree that a list of kinds makes SQLite build for each entry (they are comparisons) and the indexes that PostgreSQL
-- alone reads (SQLite plans a statement before it knows which parameters are null). Identifiers carry the moment, so an
-- entry written twice meets itself.
create table audit_entries (
    id text not null,
    at_us bigint not null,
    actor_kind text not null check (
        actor_kind = 'USER' or actor_kind = 'CLIENT' or actor_kind = 'OPERATOR' or actor_kind = 'SYSTEM'
        or actor_kind = 'BANK_SYSTEM'),
    actor_id text,
    action text not null,
    object_kind text not null,
    object_id text not null,
    cnum text,
    address text,
    trace_id text,
    detail text not null,
    check ((actor_id is null) = (actor_kind = 'SYSTEM')),
--@ sqlite
    primary key (at_us, id)
) without rowid;
--@ postgres
    primary key (id)
);

create index audit_entries_by_time on audit_entries (at_us, id);
create index audit_entries_by_object on audit_entries (object_kind, object_id, id);
create index audit_entries_by_actor on audit_entries (actor_id, id);
create index audit_entries_by_company on audit_entries (cnum, id);
--@ both
-- Entries that tell of many things at once are few, and a reader who looks for one thing reads them all.
create index audit_entries_bunches on audit_entries (at_us, id) where object_kind = 'import_rows';

-- Entries leave the trail for an archive alone (LIF-03): the unit of work that archives them first notes through which
-- moment it does, and the table gives up what is older. The note is one row, which is moved and never written: "insert or
-- replace" fires no trigger of an update on SQLite.
--@ owner
create table audit_archived (
    alone bigint not null primary key check (alone = 1),
    -- Entries from before this moment may have left.
    before_us bigint not null
);
insert into audit_archived (alone, before_us) values (1, 0);

-- How many entries the trail had of a time, counted a little after it. Entries that were counted are in the trail, or left
-- for an archive. The youngest tally grows, the others stay.
create table audit_tallies (
    from_us bigint not null primary key,
    before_us bigint not null,
    entries bigint not null check (entries >= 1),
    check (from_us < before_us)
);

-- The trail only grows: whoever holds the program's database account cannot change it by an ordinary statement.
--@ sqlite
create trigger audit_entries_refuse_update before update on audit_entries
begin
    select raise(abort, 'audit_entries only grows');
end;

create trigger audit_entries_refuse_delete before delete on audit_entries
when not exists (select 1 from audit_archived a where old.at_us < a.before_us)
begin
    select raise(abort, 'audit_entries only grows');
end;

-- Without this, "insert or replace" would delete the old row and fire no delete trigger.
create trigger audit_entries_refuse_replace before insert on audit_entries
when exists (select 1 from audit_entries where at_us = new.at_us and id = new.id)
begin
    select raise(abort, 'audit_entries only grows');
end;

create trigger audit_archived_refuse_insert before insert on audit_archived
begin
    select raise(abort, 'audit_archived is one row that only grows');
end;

create trigger audit_archived_refuse_delete before delete on audit_archived
begin
    select raise(abort, 'audit_archived is one row that only grows');
end;

create trigger audit_archived_refuse_back before update on audit_archived
when new.before_us < old.before_us
begin
    select raise(abort, 'audit_archived is one row that only grows');
end;

create trigger audit_tallies_refuse_replace before insert on audit_tallies
when exists (select 1 from audit_tallies where from_us = new.from_us)
begin
    select raise(abort, 'audit_tallies only grow');
end;

create trigger audit_tallies_refuse_delete before delete on audit_tallies
begin
    select raise(abort, 'audit_tallies only grow');
end;

create trigger audit_tallies_refuse_back before update on audit_tallies
when new.from_us <> old.from_us or new.before_us < old.before_us or new.entries < old.entries
begin
    select raise(abort, 'audit_tallies only grow');
end;
--@ postgres
create function audit_entries_refuse_change() returns trigger language plpgsql as $body$
begin
    if tg_op = 'DELETE' and exists (select 1 from audit_archived a where old.at_us < a.before_us) then
        return old;
    end if;
    raise exception 'audit_entries only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_entries_refuse_change before update or delete on audit_entries
    for each row execute function audit_entries_refuse_change();

create trigger audit_entries_refuse_truncate before truncate on audit_entries
    for each statement execute function audit_entries_refuse_change();

create function audit_archived_refuse_back() returns trigger language plpgsql as $body$
begin
    if tg_op = 'UPDATE' then
        if new.before_us >= old.before_us then
            return new;
        end if;
    end if;
    raise exception 'audit_archived is one row that only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_archived_refuse_back before insert or update or delete on audit_archived
    for each row execute function audit_archived_refuse_back();

create trigger audit_archived_refuse_truncate before truncate on audit_archived
    for each statement execute function audit_archived_refuse_back();

create function audit_tallies_refuse_back() returns trigger language plpgsql as $body$
begin
    if tg_op = 'UPDATE' then
        if new.from_us = old.from_us and new.before_us >= old.before_us and new.entries >= old.entries then
            return new;
        end if;
    end if;
    raise exception 'audit_tallies only grow' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_tallies_refuse_back before update or delete on audit_tallies
    for each row execute function audit_tallies_refuse_back();

create trigger audit_tallies_refuse_truncate before truncate on audit_tallies
    for each statement execute function audit_tallies_refuse_back();
