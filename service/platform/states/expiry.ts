/**
 * SQL of the condition: the units of the stock row `i` are good. They expire at the end of their last day at their site. No site is more
 * than a day ahead of UTC, so that only units that expire about now need the time zone.
 */
export const isGood = `(i.expires_on is null or i.expires_on > (now() at time zone 'UTC')::date or i.expires_on >= day_at(i.location_id))`;
