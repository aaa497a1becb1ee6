/** The key with which everything begins that is read about the configuration. */
export const configKey = ['config'] as const;

/** Milliseconds between two reads: an activation is no event. */
export const interval = 5_000;
