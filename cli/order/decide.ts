import type { Autowork, Client, SalesOrderAutowork, SalesOrderProgress } from '../../client/client.ts';
import type { Difference } from '../../config/planning/differences.ts';
import type { Step } from '../../config/planning/plan.ts';
import { Failure } from '../../lib/failure.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { differenceLines } from '../rules/difference-lines.ts';
import type { AddressField } from './address-options.ts';
import { nowText } from './now-text.ts';
import { settled, type Wait } from './settled.ts';

/** A decision of a person about one order. */
export interface Decision extends Wait {
  /** Name of the person, for plan and timeline. */
  readonly by: string;
  readonly step?: Step;
  /** Name of a carrier. */
  readonly carrier?: string;
  /** Name of a service level of the carrier. */
  readonly level?: string;
  /** Reason of a hold. */
  readonly reason?: string;
  /** For an issue: issue as soon as nothing prevents it. */
  readonly whenPossible?: boolean | undefined;
  /** For an issue when possible: ISO 8601 times. */
  readonly notBefore?: string | undefined;
  readonly giveUpAt?: string | undefined;
  /** For an issue: in spite of warnings. */
  readonly ignoreWarnings?: boolean | undefined;
  /** The parts of the address that change; an empty text removes one. */
  readonly address?: Readonly<Partial<Record<AddressField, string>>> | undefined;
}

export interface DecisionResult {
  readonly id: number;
  /** The effect, as the predicate of a sentence. */
  readonly done: string;
  readonly progress: SalesOrderProgress;
}

type OrderAction = (client: Client, id: number, decision: Decision) => Promise<string>;

/** The decisions. Each is one call of the interface, as are the updates of the order's workflow. */
export const decisions = {
  async retry(client, id, { by, wait }) {
    const { state, step, steps, waiting_for } = await client.salesorder.progress(id);
    // Among waiting steps only an issue and an automatic pick were tried: they wait for stock. The service refuses other drafts.
    const isRetried =
      step === null ||
      step === 'issue' ||
      (step === 'pick' && steps.some((one) => one.step === step && one.by === 'automatic'));
    if (state === 'waiting' && !isRetried) return `waits for ${waiting_for}: no step failed`;
    if (state !== 'attention' && state !== 'waiting') return 'is not in attention: no step failed';
    await client.salesorder.retry(id, { by });
    await settled(client, id, { wait });
    return 'is tried again';
  },
  async issue(client, id, { whenPossible, notBefore, giveUpAt, ignoreWarnings, wait }) {
    if (!whenPossible) {
      if (notBefore !== undefined || giveUpAt !== undefined)
        throw new Failure(
          '--not-before and --give-up-at need --when-possible: without it, the order is issued now.',
          2,
        );
      await client.background.finished(await client.salesorder.issue(id, { ignore_warnings: ignoreWarnings ? 1 : 0 }));
      await settled(client, id, { wait });
      return 'is issued';
    }
    await client.salesorder.issue(id, { when: 'possible', not_before: notBefore, give_up_at: giveUpAt });
    const { step } = await settled(client, id, { wait });
    return step === 'issue' ? 'is issued as soon as nothing stands in the way' : 'is issued';
  },
  async unissue(client, id) {
    await client.salesorder.unissue(id);
    return 'is a draft';
  },
  async drive(client, id, { by }) {
    await client.salesorder.drive(id, { by });
    return 'is driven again';
  },
  async skip(client, id, { by, step }) {
    await client.salesorder.skip(id, { step: required(step, 'step'), by });
    return `continues without ${step}`;
  },
  async byHand(client, id, { by, step }) {
    await client.salesorder.byhand(id, { step, by });
    return `has ${step ?? 'every open step'} done by hand`;
  },
  async automatic(client, id, { by, step }) {
    await client.salesorder.automatic(id, { step, by });
    return `has ${step ?? 'every open step'} done automatically`;
  },
  async carrier(client, id, { by, carrier, level, wait }) {
    const { name, ...ids } = await carrierOf(client, required(carrier, 'carrier'), level);
    const { status } = await client.salesorder.progress(id);
    // A draft has no plan: its carrier is a field, and the issue asks the plugin of the carrier.
    if (status === 'Draft') await client.salesorder.update(id, { carrierservicelevel_id: null, ...ids });
    else await client.salesorder.carrier(id, { ...ids, by });
    await settled(client, id, { wait });
    return `goes with ${[name, level].filter(Boolean).join(' ')}`;
  },
  async cancel(client, id, { by }) {
    await client.salesorder.void(id, { by });
    return 'is void';
  },
  async hold(client, id, { reason }) {
    await client.salesorder.hold(id, { reason: required(reason, 'reason') });
    return `is held: ${reason}`;
  },
  async address(client, id, { address = {}, wait }) {
    if (Object.keys(address).length === 0)
      throw new Failure('Name at least one part of the address, such as --postal-code 12209.', 2);
    await client.salesorder.update(id, address);
    await settled(client, id, { wait });
    return 'has another address';
  },
  async release(client, id, { wait }) {
    const { held } = await client.salesorder.progress(id);
    if (!held) return 'is not held';
    await client.salesorder.release(id);
    await settled(client, id, { wait });
    return 'is released';
  },
} satisfies Record<string, OrderAction>;

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Failure(`The decision needs a ${name}.`, 2);
  return value;
}

/** Makes a decision and returns the progress after it. */
export async function decide(
  client: Client,
  id: number,
  what: keyof typeof decisions,
  decision: Decision,
): Promise<DecisionResult> {
  const done = await decisions[what](client, id, decision);
  return { id, done, progress: await client.salesorder.progress(id) };
}

export const decisionText = (order: string, { done, progress }: DecisionResult): string =>
  `Order ${order} ${done}. ${nowText(progress)}`;

async function carrierOf(client: Client, name: string, level: string | undefined) {
  const named = (await client.carrier.list({ where: { name } })).data[0];
  const carrier = named ?? (/^[1-9]\d{0,14}$/.test(name) ? await carrierWithId(client, Number(name)) : undefined);
  if (!carrier) {
    const { data } = await client.carrier.list({ where: { active: 1 }, perPage: 100 });
    throw new Failure(`There is no carrier ${name}. The carriers are ${namesOf(data)}.`, 2);
  }
  if (level === undefined) return { name: carrier.name, carrier_id: carrier.id };
  const levels = await client.carrier.servicelevel.list(carrier.id);
  const match = levels.find((one) => one.name.toLowerCase() === level.toLowerCase());
  if (!match) throw new Failure(`${carrier.name} has no service level ${level}. Its levels are ${namesOf(levels)}.`, 2);
  return { name: carrier.name, carrier_id: carrier.id, carrierservicelevel_id: match.id };
}

const carrierWithId = async (client: Client, id: number) => (await client.carrier.list({ where: { id } })).data[0];

const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ') || 'none';

export interface ReplanResult {
  /** Rule set of the issue. */
  readonly was: string;
  /** Active rule set. */
  readonly ruleset: string;
  readonly differences: readonly Difference[];
  readonly done: boolean;
}

/**
 * Compares the plan of an issued order with the plan of the active rule set, and applies the new one if `by` is given.
 * @param by name of the person who decides; null only compares
 */
export async function replanOrder(client: Client, id: number, by: string | null): Promise<ReplanResult> {
  const { was, ruleset, differences } = await client.salesorder.replanned(id);
  if (by === null || (differences.length === 0 && was === ruleset)) return { was, ruleset, differences, done: false };
  const applied = await client.salesorder.replan(id, { ruleset, by });
  return { was, ruleset, differences: applied.differences, done: true };
}

export function replannedText(order: string, { was, ruleset, differences, done }: ReplanResult): string {
  const sets = was === ruleset ? `with rule set ${ruleset}, as at issue` : `with rule set ${ruleset} instead of ${was}`;
  if (differences.length === 0) {
    const same = `Order ${order} has the same plan ${sets}.\n`;
    return done ? `${same}The order refers to that rule set now.\n` : same;
  }
  const lines = differenceLines(differences);
  if (done) return `Order ${order} has a new plan ${sets}:\n${lines}`;
  return `Order ${order} would have another plan ${sets}:\n${lines}Nothing was changed. To apply the plan: conveyor order replan ${order} --yes\n`;
}

export interface AutoworkOptions {
  /** Names of tasks; undefined for all tasks. */
  readonly tasks?: readonly string[];
  readonly site?: string;
  readonly tracking?: string;
  readonly waitForStock?: boolean;
}

/** Starts an autowork and waits until it ends. @throws ProblemError if no task could be done */
export async function workOrder(client: Client, id: number, options: AutoworkOptions): Promise<Autowork> {
  const answer = await client.salesorder.autowork(id, await bodyOf(client, options));
  return client.background.finished<Autowork>(answer);
}

async function bodyOf(client: Client, options: AutoworkOptions): Promise<SalesOrderAutowork> {
  const { tasks, site, tracking, waitForStock } = options;
  const known = (await client.task.list()).data;
  const task_ids = tasks?.map((name) => {
    const task = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!task) throw new Failure(`There is no task ${name}; tasks are ${known.map((one) => one.name).join(', ')}.`, 2);
    return task.id;
  });
  const record = site === undefined ? null : (await client.site.list({ where: { name: site } })).data[0];
  if (site !== undefined && !record) throw new Failure(`There is no site ${site}.`, 2);
  const on_stock = waitForStock ? 'continue' : undefined;
  return { task_ids, site_id: record?.id, tracking_number: tracking, on_stock };
}

export function autoworkText({ outcome, tasks, task_ids }: Autowork, terminal: Terminal): string {
  const names = ['', 'pick', 'pack', 'ship', 'pickup'];
  const rows = task_ids.map((id) => {
    const done = tasks?.find((task) => task.task_id === id);
    return [names[id] ?? String(id), done?.outcome ?? '', done?.detail ?? ''];
  });
  return `${outcome}\n${table([{ title: '' }, { title: '' }, { title: '', wraps: true }], rows, terminal)}`;
}
