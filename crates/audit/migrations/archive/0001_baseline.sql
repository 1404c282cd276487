-- Entries leave the trail only as far as a unit goes that is noted as archived, and none of the last 1,827 days by the
-- database's own clock. In a sandbox, whose clock may be far ahead, the noted unit alone decides.
--@ sqlite
create trigger audit_archived_refuse_unnoted before update on audit_archived
when not exists (select 1 from retention_units where kind = 'trail' and through_us >= new.before_us - 1)
begin
    select raise(abort, 'audit_archived follows the units of the archive');
end;

create trigger audit_archived_refuse_early before update on audit_archived
when new.before_us > (cast(strftime('%s', 'now') as integer) - 157852800) * 1000000
    and not exists (select 1 from database_kind where kind = 'SANDBOX')
begin
    select raise(abort, 'entries stay in the trail for 1827 days');
end;
--@ postgres
create function audit_archived_refuse_unnoted() returns trigger language plpgsql as $body$
begin
    if not exists (select 1 from retention_units where kind = 'trail' and through_us >= new.before_us - 1) then
        raise exception 'audit_archived follows the units of the archive'
            using errcode = 'integrity_constraint_violation';
    end if;
    if new.before_us > (cast(extract(epoch from clock_timestamp()) as bigint) - 157852800) * 1000000
        and not exists (select 1 from database_kind where kind = 'SANDBOX') then
        raise exception 'entries stay in the trail for 1827 days' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end;
$body$;

create trigger audit_archived_refuse_unnoted before update on audit_archived
    for each row execute function audit_archived_refuse_unnoted();
