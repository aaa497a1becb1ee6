-- expand
-- Sites choose whether what a canceled list gives back is a task for people.

alter table site add column put_back_tasks boolean not null default true;
