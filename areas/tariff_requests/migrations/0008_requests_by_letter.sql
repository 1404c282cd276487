--@ expands
--@ beside
-- The requests to which a letter belongs: it is kept for as long as they are (LIF-03).
create index concurrently if not exists tariff_requests_by_letter on tariff_requests (letter_id)
    where letter_id is not null;
