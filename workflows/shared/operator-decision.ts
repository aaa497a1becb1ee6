import { ApplicationFailure, deprecatePatch } from '@temporalio/workflow';
import { call, refusalIn } from './calls.ts';

/** An operator's decision, as the updates of workflows carry it. */
export interface Decision {
  /** E-mail or id of the account that decides. The call acts on its behalf, with its permissions. */
  by: string | number;
}

const longestEmail = 200;
const id = /^[1-9]\d{0,18}$/;
const email = /^[^\s@]+@[^\s@]+$/;

/**
 * Refuses a decision without an account. Whether the account exists and may decide, the service says: its answer is no part of
 * a validator, which makes no calls.
 * @throws where `by` is neither an e-mail nor an id
 */
export function assertAccount(decision: Decision): void {
  const by = decision?.by === undefined || decision.by === null ? '' : String(decision.by);
  if (by === '') throw new Error('Say who decides, by the e-mail or the id of the account: {"by": "ana@example.com"}.');
  if (id.test(by) || (email.test(by) && by.length <= longestEmail)) return;
  throw new Error(
    `"${by.slice(0, longestEmail)}" is neither the e-mail nor the id of an account: {"by": "ana@example.com"}.`,
  );
}

/**
 * Carries out a decision under the name of the person for summaries and details: the e-mail in the decision, or the name of the account
 * whose id it has. Without an id it makes no call before those of the decision.
 */
export function asPerson<Result>({ by }: Decision, decide: (person: string) => Promise<Result>): Promise<Result> {
  if (!id.test(String(by))) return decide(String(by));
  deprecatePatch('decisions-name-the-person');
  const account = `account ${by}`;
  return call('readAccountName', [Number(by)], `Read who ${account} is`).then((name) => decide(name ?? account));
}

/**
 * Fails the update, and not the workflow, with the service's sentence where the service refused a decision.
 * @throws always: the failure of the update, or the error itself where it is no refusal
 */
export function failUpdate(error: unknown): never {
  const refusal = refusalIn(error);
  throw refusal ? ApplicationFailure.nonRetryable(refusal.detail, refusal.code) : error;
}
