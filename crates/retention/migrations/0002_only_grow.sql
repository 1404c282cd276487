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
