import type { Plan } from '../../../config/planning/plan.ts';
import {
  conditionWords,
  isRelevant,
  marks,
  type RuleOutcome,
  ruleOutcomes,
} from '../../../config/planning/rule-outcomes.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import {
  type Issued,
  type IssueRequest,
  type OrderRow,
  orderTitle,
  orderWorkflowId,
} from '../../../workflows/contract/order.ts';
import type { PrioritySource } from '../../../workflows/contract/priority.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { startWorkflow } from '../../platform/events/record-event.ts';
import { momentsOf } from '../progress/moments.ts';
import { whyOf } from '../progress/why.ts';

/** The values from which the input of an order's workflow is made. */
export interface OrderInputParts {
  readonly facts: OrderFacts;
  readonly plan: Plan;
  readonly bulkRun: number | null;
  /** The request of a waiting draft. */
  readonly issue?: IssueRequest | undefined;
  /** Whether the order is on hold. */
  readonly held?: boolean | undefined;
  /** How the order was issued, for the details of its workflow. */
  readonly issued?: Issued | undefined;
}

/** Has the relay start the order's workflow after the transaction. */
export function startOrderWorkflow(context: OperationContext, parts: OrderInputParts): void {
  startWorkflow(context, orderWorkflowId(parts.facts.id), orderInput(parts));
}

/** Returns the input of an order's workflow. It holds everything that the workflow needs. */
export function orderInput({
  facts,
  plan,
  bulkRun,
  held,
  issue,
  issued,
}: OrderInputParts): OrderRow & Required<Pick<PrioritySource, 'site'>> {
  return {
    orderId: facts.id,
    number: facts.number,
    title: titleOf(facts, plan),
    customerId: facts.customer?.id ?? null,
    customerName: partyOf(facts),
    ruleset: plan.ruleset,
    bulkRun,
    lines: facts.lines.length,
    steps: plan.steps.map((planned) => {
      const { step, required, by } = planned;
      const { again: deferred, waits } = momentsOf(plan, step);
      return { step, required, by, deferred, waits, why: whyOf(planned) };
    }),
    carrier: plan.carrier,
    rules: ruleLines(plan),
    site: facts.site_id,
    ...(held ? { held } : {}),
    ...(issue ? { issue } : {}),
    ...(issued ? { issued } : {}),
  };
}

/** Returns whom an order is for: its customer, the receiving site, or what its goods are used for. */
const partyOf = ({ customer, to_site, purpose }: OrderFacts): string =>
  customer?.name ?? to_site?.name ?? purpose ?? '';

/** Returns the summary of the workflow. That of another kind than a sales order says the kind. */
function titleOf(facts: OrderFacts, plan: Plan): string {
  const { kind, number } = facts;
  const title = orderTitle(number, partyOf(facts), plan.carrier?.name ?? facts.carrier?.name);
  return kind === 'sales' ? title : title.replace('Order', `${kind === 'use' ? 'Use' : 'Transfer'} order`);
}

/** Limits of the rules in a workflow's details, which are stored with every order. `/plan` has all rules. */
const maxRules = 20;
const maxLineLength = 300;

/**
 * Returns the rules of a plan, one a line: the rules with a result first. Each line has the place of the rule, its actions, and
 * the parts of its conditions with the values that they saw.
 */
function ruleLines(plan: Pick<Plan, 'steps' | 'reasons'>): string[] {
  const outcomes = ruleOutcomes(plan);
  const sorted = [...outcomes.filter(isRelevant), ...outcomes.filter((outcome) => !isRelevant(outcome))];
  const more = sorted.length - maxRules;
  return [...sorted.slice(0, maxRules).map(ruleLine), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function ruleLine({ name, file, line, hash, state, does, conditions }: RuleOutcome): string {
  const actions = does.map(({ words, overruledBy }) =>
    overruledBy ? `${words} (overruled by ${overruledBy})` : words,
  );
  const seen = conditions.length === 0 ? '' : ` (${conditions.map(conditionWords).join('; ')})`;
  const text = `${marks[state]} ${name}, ${file}:${line} ${hash}: ${actions.join(', ')}${seen}`;
  return text.length > maxLineLength ? `${text.slice(0, maxLineLength - 1)}…` : text;
}
