import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { Issued } from '../contract/order.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { escapeMarkdown } from '../contract/text.ts';
import { formatTime } from '../shared/summaries.ts';
import type { DecisionName } from './decisions.ts';
import type { OrderProgress, StepProgress } from './messages.ts';

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
  readonly #notes: string[] = [];
  /** The attributes as the service set them at the start. Later writes contain only what differs. */
  readonly #listed: Partial<ListedAttributes> = Object.fromEntries(
    attributeNames.map((name) => [name, initialAttribute(name)]),
  );

  /** @param rules one line for each rule and its effect at issue */
  constructor(rules: readonly string[]) {
    this.#rules = rules;
  }

  /** Adds an operator's decision to the details. @param at milliseconds since 1970 */
  addNote(at: number, note: string): void {
    this.#notes.push(`${formatTime(at)}: ${note}`);
  }

  /**
   * @param issued how the order was issued; null for a waiting draft, and if it is unknown
   * @param ways the decisions that lead out of an attention
   */
  showDetails(progress: OrderProgress, issued: Issued | null, ways: readonly DecisionName[]): void {
    const shown = { ...progress, steps: withIssue(progress.steps, issued) };
    setCurrentDetails(details(shown, ways, this.#notes, this.#rules));
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
  ways: readonly DecisionName[],
  notes: readonly string[],
  rules: readonly string[],
): string {
  return [
    heading(progress),
    ...attention(progress, ways),
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

function attention({ attention }: OrderProgress, ways: readonly DecisionName[]): string[] {
  if (!attention) return [];
  const updates = ways.map((name) => `\`${name}\``).join(', ');
  return [
    `\`${attention.code}\` ${escapeMarkdown(attention.detail)}`,
    ...(updates === '' ? [] : [`Conveyor tries it again after each event of the order. Updates: ${updates}.`]),
  ];
}

function plan({ steps }: OrderProgress): string {
  const rows = steps.map((step) => `| ${step.step} | ${conditionOf(step)} | ${escapeMarkdown(step.why)} |`);
  return ['| step | | why |', '|---|---|---|', ...rows].join('\n');
}

function conditionOf({ step, required, done, by, record, at }: StepProgress): string {
  // The service reports a skipped step as done, since nothing of it is open.
  if (!required) return 'skipped';
  if (done && at) return `done ${formatTime(Date.parse(at))}${record ? `, ${step} ${record}` : ''}`;
  if (done) return 'done';
  return by === 'hand' ? 'by hand' : 'automatic';
}
