/** Beginning of all query keys about the configuration. */
export const configKey = ['config'] as const;

/** Milliseconds between two reads: an activation is no event. */
export const interval = 5_000;
