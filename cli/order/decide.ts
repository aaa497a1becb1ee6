import type { Client, SalesOrderProgress } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { outcomeOf } from '../run/outcome.ts';

/** What a person decides for one order. */
export interface Decision {
  /** Who decides, as plan and timeline name them. */
  readonly by: string;
  readonly step?: Step;
  /** Name of a carrier, and of a service level of it. */
  readonly carrier?: string;
  readonly level?: string;
  /** Why it is held. */
  readonly reason?: string;
}

export interface Decided {
  readonly id: number;
  /** What was done, in a sentence. */
  readonly done: string;
  readonly progress: SalesOrderProgress;
}

type Deed = (client: Client, id: number, decision: Decision) => Promise<string>;

/** Each is one call of the interface, the same that updates of the order's workflow come to. */
export const decisions = {
  async retry(client, id, { by }) {
    const { state, step, steps, waiting_for } = await client.salesorder.progress(id);
    // Of steps that wait only a pick by itself was tried: it waits for stock. A draft the service refuses.
    const tried =
      step === null || (step === 'pick' && steps.some((one) => one.step === step && one.by === 'automatic'));
    if (state === 'waiting' && !tried) return `waits for ${waiting_for}: there is nothing to try again`;
    if (state !== 'attention' && state !== 'waiting') return 'is not in attention: there is nothing to try again';
    await client.salesorder.retry(id, { by });
    return 'is tried again';
  },
  async skip(client, id, { by, step }) {
    await client.salesorder.skip(id, { step: step!, by });
    return `goes on without ${step}`;
  },
  async byHand(client, id, { by, step }) {
    await client.salesorder.byhand(id, { step, by });
    return `has ${step ?? 'all that is left'} done by hand`;
  },
  async automatic(client, id, { by, step }) {
    await client.salesorder.automatic(id, { step, by });
    return `has ${step ?? 'all that is left'} done by itself`;
  },
  async carrier(client, id, { by, carrier, level }) {
    const found = await carrierOf(client, carrier!, level);
    await client.salesorder.carrier(id, { ...found, by });
    return `goes with ${[carrier, level].filter(Boolean).join(' ')}`;
  },
  async cancel(client, id, { by }) {
    await client.salesorder.void(id, { by });
    return 'is void';
  },
  async hold(client, id, { reason }) {
    await client.salesorder.hold(id, { reason: reason! });
    return `is held: ${reason}`;
  },
  async release(client, id) {
    const { held } = await client.salesorder.progress(id);
    if (!held) return 'is not held';
    await client.salesorder.release(id);
    return 'is released';
  },
} satisfies Record<string, Deed>;

export async function decide(
  client: Client,
  id: number,
  what: keyof typeof decisions,
  decision: Decision,
): Promise<Decided> {
  const done = await decisions[what](client, id, decision);
  return { id, done, progress: await client.salesorder.progress(id) };
}

export function decidedText(order: string, { done, progress }: Decided): string {
  const { outcome, reason } = outcomeOf(progress);
  const at = progress.step === null ? '' : ` at ${progress.step}`;
  const now = { waits: `waits${at}`, 'at work': `under way${at}`, attention: `in attention${at}` }[outcome as string];
  const why = reason && outcome !== 'ended' ? `, ${reason.replace(/\.$/, '')}` : '';
  return `Order ${order} ${done}. Now: ${now ?? outcome}${why}.\n`;
}

async function carrierOf(client: Client, name: string, level: string | undefined) {
  const carrier = (await client.carrier.list({ where: { name } })).data[0];
  if (!carrier) {
    const { data } = await client.carrier.list({ where: { active: 1 }, perPage: 100 });
    throw new Failure(`There is no carrier called ${name}; there are ${namesOf(data)}.`, 2);
  }
  if (level === undefined) return { carrier_id: carrier.id };
  const levels = await client.carrier.servicelevel.list(carrier.id);
  const found = levels.find((one) => one.name.toLowerCase() === level.toLowerCase());
  if (!found) throw new Failure(`${name} has no service level ${level}; it has ${namesOf(levels)}.`, 2);
  return { carrier_id: carrier.id, carrierservicelevel_id: found.id };
}

const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ') || 'none';
