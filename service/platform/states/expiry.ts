/** SQL: stock `i` has not expired; on its last day (UTC) it is still good. */
export const isGood = `(i.expires_on is null or i.expires_on >= (now() at time zone 'UTC')::date)`;
