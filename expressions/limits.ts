/** What an expression may be at most (design page §7). They bound the SQL that a stranger's text can become. */
export const limits = {
  bytes: 4096,
  conditions: 100,
  /** Parentheses and brackets inside each other. */
  depth: 20,
  /** Relations in a path, those of the brackets around it included. */
  relations: 4,
  /** What `now` may be moved by. */
  days: 36_525,
} as const;
