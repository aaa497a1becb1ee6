import type { CallOptions } from '../../client/client.ts';
import { callOptions } from './call-options.ts';

/** The account in an operator's decision. */
export interface Decision {
  /** E-mail or id of the account. */
  by: string | number;
}

/**
 * Returns the options of a call that an operator decided by an update. The service takes it on behalf of the account, with the
 * account's permissions. It refuses the call if the operators' file switches updates off.
 * @param update name of the update
 */
export function decisionOptions(update: string, { by }: Decision): CallOptions {
  return callOptions({ 'x-on-behalf-of': encodeURIComponent(String(by)), 'x-conveyor-update': update });
}
