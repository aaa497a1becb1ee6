import { lacksForCarrier } from '../../lib/addresses/carrier-needs.ts';
import type { ConfiguredCarrier, ConfiguredSetting, Place } from '../../plugins/configured.ts';
import type { Directive } from '../../plugins/contract.ts';
import { atPlace, publicMessage } from '../../plugins/fault-place.ts';
import type { OrderFacts } from '../../records/facts.ts';
import type { OrderKind } from '../../records/sales-order.ts';
import { type ClaimValue, claimFrom, claimValueOf } from './claims.ts';
import { type Claim, type Step, steps } from './plan.ts';
import { faultHold } from './plugin-holds.ts';
import type { Ruleset } from './rule-set.ts';

/** Returns the claims of a carrier about an order: those of its plugin, and of its keys in the file. A plugin that fails holds the order. */
export function carrierClaims(carrier: ConfiguredCarrier, order: OrderFacts): Claim[] {
  const claims = pluginClaims('carrier', carrier, carrier.plugin.name, () =>
    carrier.plugin.plan(order, carrier.options),
  );
  if (!carrier.mixedCartons) return claims;
  const why = 'the carrier takes goods for several addresses in one carton';
  return [...claims, claimFrom('carrier', carrier.name, carrier, why, { question: 'mixed_cartons', value: true })];
}

/** Returns sentences about what the carrier of an order needs and the order lacks. */
export function needsOfCarrier(carrier: ConfiguredCarrier | undefined, order: OrderFacts): string[] {
  if (!carrier?.needs) return [];
  const lacks = lacksForCarrier(carrier.needs, order, order.carrierservicelevel?.name);
  return lacks.map((words) => `${carrier.name} needs ${words}.`);
}

/** Returns the claims of a setting's plugin about an order. A plugin that fails holds the order. */
export function settingClaims(setting: ConfiguredSetting, order: OrderFacts): Claim[] {
  return pluginClaims('setting', setting, setting.plugin.name, () => setting.plugin.plan(order, setting.value));
}

/**
 * Plugins are code of other people. An order whose plugin throws or returns no valid directives still gets a plan, and is
 * held with the reason, so that a person looks at it before any goods leave.
 */
function pluginClaims(
  source: 'carrier' | 'setting',
  origin: Place & { readonly name: string },
  plugin: string,
  plan: () => readonly Directive[],
): Claim[] {
  try {
    return checkedDirectives(plan).map(({ why, ...content }) => claimFrom(source, origin.name, origin, why, content));
  } catch (error) {
    const fault = `${shortened(publicMessage(error))}${atPlace(error)}`;
    const words = faultHold(plugin, fault);
    return [claimFrom(source, origin.name, origin, words, { question: 'hold', value: words })];
  }
}

/**
 * Calls the `plan` of a plugin and checks its directives.
 * @throws TypeError for a result that breaks the contract; any error of the plugin, unchanged
 */
export function checkedDirectives(plan: () => readonly Directive[]): (ClaimValue & { readonly why: string })[] {
  const directives = plan();
  if (!Array.isArray(directives)) throw new TypeError(`plan gave no list of directives${promiseNote(directives)}`);
  if (directives.length > maxDirectives) throw new TypeError(`plan gave more than ${maxDirectives} directives`);
  return directives.map((directive: Directive) => {
    const content = claimValueOf(directive);
    if (!content) throw new TypeError(`plan gave what is no directive: ${shortened(JSON.stringify(directive))}`);
    if (typeof directive.why !== 'string') throw new TypeError(`plan gave no reason for "${content.words}"`);
    return { ...content, why: directive.why };
  });
}

/** Every plan is pinned with its reasons, so that their number is limited. */
const maxDirectives = 100;

const shortened = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

/** Plans are synchronous. A rejection of the promise must not end the service. */
function promiseNote(value: unknown): string {
  if (!(value instanceof Promise)) return '';
  value.catch(() => undefined);
  return ', but a promise: it must not be async';
}

const useReason = 'a use order leaves stock when it is picked';

/** The claims of the kind of an order. Goods that a company uses itself are not packed or shipped, and need no pickup by hand. */
const claimsOfKinds: Readonly<Record<OrderKind, readonly Claim[]>> = {
  sales: [],
  transfer: [],
  use: [
    ...(['pack', 'ship'] as const).map((step) =>
      claimFrom('default', 'use order', null, useReason, { question: `${step}.required`, value: false }),
    ),
    claimFrom('default', 'use order', null, useReason, { question: 'pickup.by', value: 'automatic' }),
  ],
};

export const claimsOfKind = ({ kind }: Pick<OrderFacts, 'kind'>): readonly Claim[] => claimsOfKinds[kind as OrderKind];

/** Returns the claims of the defaults: every step is done, by the person or engine that the file names. */
export function defaultClaims(defaults: Ruleset['defaults']): Claim[] {
  return steps.flatMap((step) => defaultClaimsOf(step, defaults[step]));
}

function defaultClaimsOf(step: Step, { by, place }: Ruleset['defaults'][Step]): Claim[] {
  const word = by === 'hand' ? 'by hand' : 'automatic';
  const required: Pick<ClaimValue, 'question' | 'value'> = { question: `${step}.required`, value: true };
  const who: Pick<ClaimValue, 'question' | 'value'> = { question: `${step}.by`, value: by };
  return [
    claimFrom('default', 'required', null, 'every step is done unless something skips it', required),
    claimFrom('default', word, place, `${word} unless something says otherwise`, who),
  ];
}
