/** Limits of an expression. They bound the SQL of untrusted texts. */
export const limits = {
  bytes: 4096,
  conditions: 100,
  /** Levels of nested parentheses and brackets. */
  depth: 20,
  /** Relations in a path, including those of the brackets around it. */
  relations: 4,
  /** Greatest shift of `now`. */
  days: 36_525,
} as const;
