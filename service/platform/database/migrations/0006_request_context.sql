-- A request goes on in what it sets going: in the engine's workflows, and in the background. Its id goes along, and its trace
-- (W3C Trace Context) where traces are switched on.
alter table outbox add column request_id text, add column traceparent text;
alter table background add column traceparent text;
