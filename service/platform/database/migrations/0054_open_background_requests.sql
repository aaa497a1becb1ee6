-- expand
-- The open background requests of a user: their number is limited, and users take turns.
create index concurrently background_open_of_account on background (account_id, id) where state in ('queued', 'running');
