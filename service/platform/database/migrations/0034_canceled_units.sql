-- expand
-- People put picked units back that are canceled.

alter table putback drop constraint putback_why_check,
  add constraint putback_why_check check (why in ('void', 'closeshort', 'unissue', 'delete', 'writeoff', 'transfer', 'cancel')) not valid;
