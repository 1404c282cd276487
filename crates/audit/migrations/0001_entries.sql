create table audit_entries (
    id text not null primary key,
    at_us bigint not null,
    actor_kind text not null check (actor_kind in ('USER', 'CLIENT', 'OPERATOR', 'SYSTEM')),
    actor_id text,
    action text not null,
    object_kind text not null,
    object_id text not null,
    cnum text,
    address text,
    trace_id text,
    detail text not null,
    check ((actor_id is null) = (actor_kind = 'SYSTEM'))
);

create index audit_entries_by_time on audit_entries (at_us, id);
create index audit_entries_by_object on audit_entries (object_kind, object_id, id);
create index audit_entries_by_actor on audit_entries (actor_id, id);
create index audit_entries_by_company on audit_entries (cnum, id);
