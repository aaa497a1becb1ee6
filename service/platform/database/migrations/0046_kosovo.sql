-- expand
-- Kosovo has no code of ISO 3166-1 but one that its users have assigned.
insert into country values ('XK', 'Kosovo');
