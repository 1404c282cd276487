-- Which state of the webinars this is. Every change of a webinar, whoever makes it, counts it up in the same unit of
-- work, so that what a process has kept of one state is never taken for another.
create table webinar_catalogue (
    catalogue_id bigint not null primary key check (catalogue_id = 1),
    version bigint not null
);

insert into webinar_catalogue (catalogue_id, version) values (1, 1);

--@ sqlite
create trigger webinars_count_insert after insert on webinars
begin
    update webinar_catalogue set version = version + 1;
end;

create trigger webinars_count_update after update on webinars
begin
    update webinar_catalogue set version = version + 1;
end;

create trigger webinars_count_delete after delete on webinars
begin
    update webinar_catalogue set version = version + 1;
end;

--@ postgres
-- Once for each transaction, because a row that a transaction has changed a thousand times takes a thousand steps to
-- change once more. The setting ends with the transaction, and with a savepoint that is rolled back.
create function webinar_catalogue_count() returns trigger language plpgsql as $body$
begin
    if coalesce(current_setting('clientbank.webinars_counted', true), '') = '' then
        update webinar_catalogue set version = version + 1;
        perform set_config('clientbank.webinars_counted', 'yes', true);
    end if;
    return null;
end;
$body$;

create trigger webinars_count_change after insert or update or delete on webinars
    for each row execute function webinar_catalogue_count();

create trigger webinars_count_truncate after truncate on webinars
    for each statement execute function webinar_catalogue_count();
