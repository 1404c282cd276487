--@ expands
--@ beside
-- Requests that have ended, by the moment of it: what is over its time is found there (LIF-03).
create index concurrently if not exists tariff_requests_ended on tariff_requests (updated_at_us, request_id)
    where state = 'DECLINED' or state = 'DONE' or state = 'CANCELLED';
