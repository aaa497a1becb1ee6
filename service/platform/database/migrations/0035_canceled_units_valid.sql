-- expand
alter table putback validate constraint putback_why_check;
