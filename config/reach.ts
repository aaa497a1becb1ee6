import type { SecretUse } from './file/variables.ts';

/**
 * Parts of the machine that a configuration uses besides its texts. Texts of a request may use what the active
 * configuration uses already, and nothing else: a check runs no other program, reads no other variable, and looks
 * for no other file.
 */
export interface Reach {
  /** Files of plugins, by absolute paths. */
  readonly plugins: readonly string[];
  /** Files of fonts, by absolute paths. */
  readonly fonts: readonly string[];
  /** Names of environment variables. */
  readonly variables: readonly string[];
  /** Where the variables of secrets stand. */
  readonly secrets: readonly SecretUse[];
}
