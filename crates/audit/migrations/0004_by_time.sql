-- An entry was a row, its place in the index of identifiers and its place in the index of time, and the list of kinds made
-- SQLite build and search a small tree for each entry: half of the work of a change that is small itself. Kept by time the
-- trail is one tree, and the list is written as comparisons. Identifiers carry the moment, so an entry written twice meets
-- itself. PostgreSQL has heaps only.
--@ sqlite
create table audit_entries_kept as select * from audit_entries;
drop table audit_entries;
create table audit_entries (
    id text not null,
    at_us bigint not null,
    actor_kind text not null check (
        actor_kind = 'USER' or actor_kind = 'CLIENT' or actor_kind = 'OPERATOR' or actor_kind = 'SYSTEM'),
    actor_id text,
    action text not null,
    object_kind text not null,
    object_id text not null,
    cnum text,
    address text,
    trace_id text,
    detail text not null,
    check ((actor_id is null) = (actor_kind = 'SYSTEM')),
    primary key (at_us, id)
) without rowid;
insert into audit_entries (id, at_us, actor_kind, actor_id, action, object_kind, object_id, cnum, address, trace_id, detail)
    select id, at_us, actor_kind, actor_id, action, object_kind, object_id, cnum, address, trace_id, detail
    from audit_entries_kept order by at_us, id;
drop table audit_entries_kept;

create trigger audit_entries_refuse_update before update on audit_entries
begin
    select raise(abort, 'audit_entries only grows');
end;

create trigger audit_entries_refuse_delete before delete on audit_entries
begin
    select raise(abort, 'audit_entries only grows');
end;

-- Without this, "insert or replace" would delete the old row and fire no delete trigger.
create trigger audit_entries_refuse_replace before insert on audit_entries
when exists (select 1 from audit_entries where at_us = new.at_us and id = new.id)
begin
    select raise(abort, 'audit_entries only grows');
end;
