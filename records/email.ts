/** The options that all fields of e-mail addresses share. */
export const isEmail = { max: 254, form: /^\S+@\S+$/, otherwise: 'must be an e-mail address', write: true } as const;
