import type { ConfiguredCarrier, ConfiguredSetting, Place } from '../plugins/configured.ts';
import type { Directive } from '../plugins/contract.ts';
import type { OrderFacts } from '../plugins/facts.ts';
import { type Claim, type ClaimResolver, claimOf } from './claims.ts';
import { type By, type LaterRule, type Plan, type PlannedCarrier, type PlannedStep, type Step, steps } from './plan.ts';
import { reason } from './reason.ts';
import type { Ruleset } from './rule-set.ts';

/** The decisions of a plan without the reasons. */
export type Decisions = Omit<Plan, 'steps' | 'reasons'> & { readonly steps: readonly Omit<PlannedStep, 'reasons'>[] };

export function claimForCarrier(resolver: ClaimResolver, carrier: ConfiguredCarrier, order: OrderFacts): void {
  const say = () => carrier.plugin.plan(order, carrier.options);
  claimForPlugin(resolver, 'carrier', carrier, carrier.plugin.name, say);
}

export function claimForSetting(resolver: ClaimResolver, setting: ConfiguredSetting, order: OrderFacts): void {
  const say = () => setting.plugin.plan(order, setting.value);
  claimForPlugin(resolver, 'setting', setting, setting.plugin.name, say);
}

/**
 * A plugin is somebody else's code: where it throws or says what nobody understands, the order still gets a plan, and is
 * held with the reason, so that a person looks at it before anything goes out.
 */
function claimForPlugin(
  resolver: ClaimResolver,
  source: 'carrier' | 'setting',
  origin: Place & { readonly name: string },
  plugin: string,
  say: () => readonly Directive[],
): void {
  const label = `${source} "${origin.name}"`;
  try {
    const said = say();
    if (!Array.isArray(said)) throw new TypeError(`plan gave no list of directives${promised(said)}`);
    if (said.length > mostDirectives) throw new TypeError(`plan gave more than ${mostDirectives} directives`);
    const claims = said.map((directive) => {
      const claim = claimOf(directive);
      if (!claim) throw new TypeError(`plan gave what is no directive: ${shortened(JSON.stringify(directive))}`);
      if (typeof directive.why !== 'string') throw new TypeError(`plan gave no reason for "${claim.words}"`);
      return { claim, why: directive.why };
    });
    for (const { claim, why } of claims) {
      resolver.claim(claim, label, () => reason(source, origin.name, origin, why, claim));
    }
  } catch (error) {
    const words = `The plugin ${plugin} failed: ${shortened(error instanceof Error ? error.message : String(error))}`;
    const claim: Claim = { question: 'hold', value: words, words };
    resolver.claim(claim, label, () => reason(source, origin.name, origin, words, claim));
  }
}

/** More is no opinion but a fault; every plan is pinned with its reasons. */
const mostDirectives = 100;

const shortened = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

/** A plan has to be there at once. What becomes of a promise is nobody's, and must not end the service. */
function promised(said: unknown): string {
  if (!(said instanceof Promise)) return '';
  said.catch(() => undefined);
  return ', but a promise: it must not be async';
}

export function claimForDefault(resolver: ClaimResolver, step: Step, { by, place }: Ruleset['defaults'][Step]): void {
  const done = { question: `${step}.required`, value: true } as const;
  resolver.claim(done, 'default', () =>
    reason('default', 'required', null, 'every step is done unless something skips it', done),
  );
  const word = by === 'hand' ? 'by hand' : 'automatic';
  const who = { question: `${step}.by`, value: by } as const;
  resolver.claim(who, 'default', () => reason('default', word, place, `${word} unless something says otherwise`, who));
}

/** Who is booked, and the step before which its plugin wants to be. */
export interface Bookable {
  readonly name: string;
  readonly place: Place | null;
  readonly bookAt: Step | null;
}

/** The step before which the carrier is booked: the plugin's own, or the next one that is done. */
export function bookingStep(resolver: ClaimResolver, { name, place, bookAt }: Bookable): Step | null {
  if (bookAt === null) return null;
  const step = steps.slice(steps.indexOf(bookAt)).find((later) => resolver.value(`${later}.required`));
  if (step === undefined) return null;
  resolver.note(step, reason('carrier', name, place, 'booked with the carrier before this step', null));
  return step;
}

/** Checked when the file is read; a plugin that throws now is not asked to come. */
function pickupTime({ plugin, options }: ConfiguredCarrier): unknown {
  try {
    return plugin.pickupWhen?.(options) ?? null;
  } catch {
    return null;
  }
}

/** What the engine has to know of a carrier. */
export function plannedCarrier(carrier: ConfiguredCarrier, resolver: ClaimResolver): PlannedCarrier {
  const { name, plugin, rate, bookAt } = carrier;
  const book_at = bookingStep(resolver, { name, place: carrier, bookAt });
  const asks = book_at !== null && pickupTime(carrier) === 'order' ? ({ asks_pickup: true } as const) : {};
  return { name, plugin: plugin.name, book_at, own_queue: rate !== null, ...asks };
}

/** What the settled questions come to. */
export function decisions(
  resolver: ClaimResolver,
  ruleset: string,
  carrier: PlannedCarrier | null,
  later: readonly LaterRule[],
): Decisions {
  const required = (step: Step) => resolver.value<boolean>(`${step}.required`) === true;
  return {
    ruleset,
    steps: steps.map((step) => ({
      step,
      required: required(step),
      by: resolver.value<By>(`${step}.by`) ?? 'hand',
      deadline: resolver.value<number>(`${step}.deadline`) ?? null,
    })),
    create_pick: resolver.value('create_pick') === true,
    start_in_carton: required('pack') && resolver.value('start_in_carton') === true,
    carton_types: (required('pack') && resolver.value<string[]>('carton_types')) || null,
    cartons_per_pallet: (required('ship') && resolver.value<number>('cartons_per_pallet')) || null,
    hold: resolver.value<string>('hold') ?? null,
    priority: resolver.value<number>('priority') ?? null,
    service_level: resolver.value<string>('service_level') ?? null,
    workflow: resolver.value<string>('workflow') ?? null,
    wave: resolver.value<string>('wave') ?? null,
    notes: resolver.notes,
    escalation: resolver.value<string>('escalate') ?? null,
    carrier,
    later: [...later],
  };
}
