/** The keys of all that is read about sessions of users begin with this. */
export const sessionsKey = ['usersession'] as const;

/** Milliseconds between two reads: sign-ins cause no events. */
export const sessionsInterval = 10_000;
