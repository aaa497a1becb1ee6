/** SQL: the stock `i` has not expired. It is good until the end of its last day (UTC). */
export const isGood = `(i.expires_on is null or i.expires_on >= (now() at time zone 'UTC')::date)`;
