import type { Ruleset } from '../plugins/ruleset.ts';

/** How webhooks are delivered. */
export interface WebhookSettings {
  readonly attempts: number;
  readonly retryEverySeconds: number;
  readonly timeoutSeconds: number;
  /** Networks (`10.1.0.0/16`) or addresses that may be targets though they are not public. */
  readonly allowNetworks: readonly string[];
}

/** The operators' file, checked, with its plugins loaded and its conditions compiled. */
export interface Configuration extends Ruleset {
  /** As in messages and plans: relative to the current folder where it is inside it. */
  readonly file: string;
  readonly webhooks: WebhookSettings;
  /** The text of the file; references to environment variables are not filled in, and so it holds no secret. */
  readonly source: string;
}
