import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { canceledAttention, type Issued, type OrderInput } from '../contract/order.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { escapeMarkdown } from '../contract/text.ts';
import { formatTime } from '../shared/summaries.ts';
import { table } from '../shared/table.ts';
import type { OrderProgress, StepProgress } from './messages.ts';
import { updatesOf } from './possible-updates.ts';

/** Search attributes of an order that change while its workflow runs. */
interface ListedAttributes {
  /** Undefined does not change the listed step. */
  Step: string | undefined;
  Outcome: string;
  Reason: string | undefined;
  /** Undefined keeps the listed value, as with the carrier: a draft lists both values of the forecast. */
  RuleSet: string | undefined;
  Carrier: string | undefined;
}

const attributeNames = ['Step', 'Outcome', 'Reason', 'RuleSet', 'Carrier'] as const;

/** Shows an order in Temporal's pages: its details, and the search attributes of lists. */
export class OrderView {
  readonly #rules: readonly string[];
  readonly #order: string;
  readonly #notes: string[];
  /** The attributes as the service set them at the start. Later writes contain only what differs. */
  readonly #listed: Partial<ListedAttributes> = Object.fromEntries(
    attributeNames.map((name) => [name, initialAttribute(name)]),
  );

  constructor({ rules = [], number, notes = [] }: OrderInput) {
    this.#rules = rules;
    this.#order = number;
    this.#notes = [...notes];
  }

  /** The decisions of operators, one a line. */
  get notes(): string[] {
    return this.#notes;
  }

  /** Adds an operator's decision to the details. @param at milliseconds since 1970 */
  addNote(at: number, note: string): void {
    this.#notes.push(`${formatTime(at)}: ${note}`);
  }

  /**
   * @param issued how the order was issued; null for a waiting draft, and if it is unknown
   * @param decisions those that the service accepts now, as it names them
   */
  showDetails(progress: OrderProgress, issued: Issued | null, decisions: readonly string[]): void {
    const shown = { ...progress, steps: withIssue(progress.steps, issued) };
    const now = whatToDo(progress, decisions, this.#order);
    setCurrentDetails(details(shown, now, this.#notes, this.#rules));
  }

  /** True where lists show a state of the order. */
  get isListed(): boolean {
    return this.#listed.Outcome !== undefined;
  }

  /** Updates lists. A write costs an event and work of the visibility store, and so only changes are written. */
  list(attributes: ListedAttributes): void {
    const pairs: SearchAttributeUpdatePair[] = [];
    for (const name of attributeNames) {
      const value = attributes[name];
      // A wait without a reason clears it. The others keep the listed value.
      if (value === this.#listed[name] || (value === undefined && name !== 'Reason')) continue;
      pairs.push({ key: searchAttributes[name], value: value ?? null });
      Object.assign(this.#listed, { [name]: value });
    }
    if (pairs.length > 0) upsertSearchAttributes(pairs);
  }
}

function initialAttribute(name: keyof ListedAttributes): string | undefined {
  return workflowInfo().typedSearchAttributes.get(searchAttributes[name]) as string | undefined;
}

/**
 * Returns the details of an order in Temporal's pages: its step, its wait, its plan with the reasons, and the effects of rules.
 */
function details(
  progress: OrderProgress,
  now: readonly string[],
  notes: readonly string[],
  rules: readonly string[],
): string {
  return [
    heading(progress),
    ...attention(progress),
    ...now,
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    plan(progress),
    ...(rules.length === 0
      ? []
      : [`Rules at issue (current rules: GET /salesorder/${progress.orderId}/plan)`, bullets(rules)]),
  ].join('\n\n');
}

/** Returns the steps with the issue as the first one. That of a waiting draft is among the steps already. */
function withIssue(steps: OrderProgress['steps'], issued: Issued | null): OrderProgress['steps'] {
  if (!issued || steps[0]?.step === 'issue') return steps;
  const { by, ignored } = issued;
  const why = ignored.length === 0 ? by : `${by}, ignoring ${ignored.join(', ')}`;
  return [{ step: 'issue', required: true, by: 'automatic', done: true, why }, ...steps];
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n');
}

function heading({ step, state, waitingFor, since }: OrderProgress): string {
  const wait = waitingFor ? [`waiting for ${escapeMarkdown(waitingFor)}`] : [];
  const condition = state === 'waiting' && waitingFor ? wait : [state, ...wait];
  const text = [...condition, ...(since ? [`since ${formatTime(Date.parse(since))}`] : [])].join(', ');
  return step ? `**${step}**: ${text}` : `**${text}**`;
}

function attention({ attention }: OrderProgress): string[] {
  return attention ? [`\`${attention.code}\` ${escapeMarkdown(attention.detail)}`] : [];
}

/** Returns what people can do about a wait now: the updates, and the commands of remedies. None while the order is at work. */
function whatToDo(progress: OrderProgress, decisions: readonly string[], order: string): string[] {
  const { state, attention, orderId } = progress;
  const waits = state === 'attention' || state === 'held' || state === 'waiting';
  if (!waits || attention?.code === canceledAttention.code) return [];
  const updates = updatesOf(decisions, progress).map((name) => `\`${name}\``);
  const command = (words: string) => `\`conveyor order ${words}\``;
  return [
    ...(attention ? ['Conveyor tries it again after each event of the order.'] : []),
    ...(decisions.includes('address')
      ? [`If the address is wrong: ${command(`address ${order} --postal-code …`)}, or \`PUT /salesorder/${orderId}\`.`]
      : []),
    ...(decisions.includes('release') && state === 'held' ? [`To end the hold: ${command(`release ${order}`)}.`] : []),
    ...(updates.length === 0 ? [] : [`Updates: ${updates.join(', ')}.`]),
  ];
}

function plan({ steps }: OrderProgress): string {
  return table(
    ['step', '', 'why'],
    steps.map((step) => [step.step, conditionOf(step), escapeMarkdown(step.why)]),
  );
}

function conditionOf({ step, required, done, by, record, at }: StepProgress): string {
  // The service reports a skipped step as done, since nothing of it is open.
  if (!required) return 'skipped';
  if (done && at) return `done ${formatTime(Date.parse(at))}${record ? `, ${step} ${record}` : ''}`;
  if (done) return 'done';
  return by === 'hand' ? 'by hand' : 'automatic';
}
