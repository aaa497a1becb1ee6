-- The pickup that took what a ship holds of an order without a pack step (a carton has a pickupline of its own). Times could not
-- say it: within one second a ship is finished, picked up, and another one finished.
alter table shipline add column pickup_id int;
