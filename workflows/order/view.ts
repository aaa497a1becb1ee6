import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { patched, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { searchAttributes } from '../contract/search-attributes.ts';
import { clockTime } from '../shared/summaries.ts';
import { details } from './details.ts';
import type { OrderProgress } from './messages.ts';

/** Search attributes of an order that change on its way. */
interface Listed {
  /** Undefined to leave the one that is shown. */
  Step: string | undefined;
  Outcome: string;
  Reason: string | undefined;
}

/** What Temporal's pages show of an order: its details, and what lists have of it and filters find it by. */
export class Shown {
  readonly #rules: readonly string[];
  readonly #notes: string[] = [];
  /** As the service set it at the start; only what differs is ever written. */
  readonly #listed: Partial<Listed> = { Step: atStart('Step'), Outcome: atStart('Outcome'), Reason: atStart('Reason') };

  /** @param rules what became of each rule when the order was issued */
  constructor(rules: readonly string[]) {
    this.#rules = rules;
  }

  /** What an operator decided: the details have it from now on. @param at milliseconds since 1970 */
  note(at: number, note: string): void {
    this.#notes.push(`${clockTime(at)}: ${note}`);
  }

  details(progress: OrderProgress): void {
    setCurrentDetails(details(progress, this.#notes, this.#rules));
  }

  /** Writing costs an event and work of the visibility store, and so only what changed is written. */
  lists({ Step, Outcome, Reason }: Listed): void {
    const pairs: SearchAttributeUpdatePair[] = [];
    if (Step !== undefined && Step !== this.#listed.Step) pairs.push({ key: searchAttributes.Step, value: Step });
    if (Outcome !== this.#listed.Outcome) pairs.push({ key: searchAttributes.Outcome, value: Outcome });
    if (Reason !== this.#listed.Reason) {
      // Histories of before `Reason` wrote nothing where only it would have changed.
      if (pairs.length === 0 && !patched('another-reason')) return;
      pairs.push({ key: searchAttributes.Reason, value: Reason ?? null });
    }
    if (pairs.length === 0) return;
    Object.assign(this.#listed, { Outcome, Reason }, Step === undefined ? {} : { Step });
    upsertSearchAttributes(pairs);
  }
}

function atStart(name: keyof Listed): string | undefined {
  return workflowInfo().typedSearchAttributes.get(searchAttributes[name]) as string | undefined;
}
