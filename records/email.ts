/** What is common to the fields of e-mail addresses. */
export const isEmail = { max: 254, form: /^\S+@\S+$/, otherwise: 'must be an e-mail address', write: true } as const;
