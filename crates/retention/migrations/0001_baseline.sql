-- The units that left the database for an archive, written in the unit of work in which their rows were deleted: what
-- stands here is in the folder of that archive, and what does not is still in its table.
--@ owner
create table retention_units (
    archive_id text not null,
    number bigint not null check (number >= 1),
    kind text not null,
    rows_count bigint not null check (rows_count >= 1),
    -- SHA-256 of the file, and of the line of the manifest that names it: each line has that of the line before.
    file_sha256 bytea not null,
    line_sha256 bytea not null,
    -- The moment of the newest thing in it.
    through_us bigint not null,
    archived_at_us bigint not null,
    primary key (archive_id, number)
);

-- The archives of this database, each noted before its first unit is written.
--@ owner
create table retention_archives (
    archive_id text not null primary key,
    begun_at_us bigint not null
);

-- A unit that was noted stays noted: what it says decides what may leave the trail, and how many entries have.
--@ sqlite
create trigger retention_units_refuse_update before update on retention_units
begin
    select raise(abort, 'retention_units only grow');
end;

create trigger retention_units_refuse_delete before delete on retention_units
begin
    select raise(abort, 'retention_units only grow');
end;

-- Without this, "insert or replace" would delete the old row and fire no delete trigger.
create trigger retention_units_refuse_replace before insert on retention_units
when exists (select 1 from retention_units where archive_id = new.archive_id and number = new.number)
begin
    select raise(abort, 'retention_units only grow');
end;
--@ postgres
create function retention_units_refuse_change() returns trigger language plpgsql as $body$
begin
    raise exception 'retention_units only grow' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger retention_units_refuse_change before update or delete on retention_units
    for each row execute function retention_units_refuse_change();

create trigger retention_units_refuse_truncate before truncate on retention_units
    for each statement execute function retention_units_refuse_change();
