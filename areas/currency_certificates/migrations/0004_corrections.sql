--@ expands
--@ beside
-- Corrections by what they correct: that is kept for as long as they are (LIF-03).
create index concurrently if not exists certificates_by_original on certificates (owner_cnum, original_id)
    where original_id is not null;
