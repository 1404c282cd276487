-- One person signs a request once. A further signature of the same person, which the company's scheme allows, says so.
alter table tariff_request_signatures add column is_repeat boolean not null default false;
update tariff_request_signatures set is_repeat = true
    where signature_type = 'SECOND' and exists (
        select 1 from tariff_request_signatures e where e.request_id = tariff_request_signatures.request_id
            and e.user_id = tariff_request_signatures.user_id and e.signature_type = 'FIRST');
create unique index tariff_request_signatures_one_person on tariff_request_signatures (request_id, user_id)
    where not is_repeat;
