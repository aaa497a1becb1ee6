import type { Place } from '../../plugins/configured.ts';
import type { OrderFacts } from '../../records/facts.ts';
import { duration } from '../planning/claims.ts';
import type { Condition } from '../planning/rule-set.ts';
import type { Finding } from '../rules/findings.ts';

/** The decisions of the operators' file about returns. A key that is absent leaves its decision to the next rule. */
export interface ReturnTerms {
  /** How a return is authorised. */
  readonly authorise?: 'automatic' | 'by hand' | 'refuse' | undefined;
  /** Name of the user group whose members alone authorise and refuse by hand. */
  readonly authorised_by?: string | undefined;
  /** Seconds after the goods left. Later ones need a person. */
  readonly window?: number | undefined;
  /** Seconds from the authorisation to the end of a return whose goods have not come. */
  readonly wait?: number | undefined;
  /** Name of the site that receives the goods. */
  readonly site?: string | undefined;
  /** Name of the location where they wait for their inspection. */
  readonly location?: string | undefined;
  /** Who has the carrier book the return label: the engine after the authorisation, a person by a call, or nobody. */
  readonly label?: LabelBy | undefined;
  /** Name of the carrier of the return label. */
  readonly carrier?: string | undefined;
}

export const labelledBy = ['automatic', 'by hand', 'none'] as const;
export type LabelBy = (typeof labelledBy)[number];

export interface ReturnRule extends Place {
  readonly name: string;
  /** Null for every order. */
  readonly when: Condition | null;
  readonly unless: Condition | null;
  /** The conditions of goods that it is for, in lower case; null for all. */
  readonly condition: readonly string[] | null;
  readonly terms: ReturnTerms;
}

/** The decisions without a rule. */
export interface UsualTerms extends ReturnTerms {
  readonly authorise: NonNullable<ReturnTerms['authorise']>;
  readonly wait: number;
  readonly label: LabelBy;
}

/** The section `returns` of the operators' file. */
export interface ReturnSettings {
  /** Where the section begins; null for a file without it. */
  readonly place: Place | null;
  readonly terms: UsualTerms;
  /** For each key, the first rule that holds and has it decides. */
  readonly rules: readonly ReturnRule[];
  /** Names of the carriers whose plugins book return labels. */
  readonly carriers: readonly string[];
  /** Labels that no carrier books. */
  readonly findings: readonly Finding[];
}

/** A return before it is stored. */
export interface RequestedReturn {
  /** The order that the goods left with; null where no rule reads it. */
  readonly order: OrderFacts | null;
  /** The conditions of the goods in the words of the customer; null for goods without one. */
  readonly conditions: readonly (string | null)[];
  /** When the last of the goods left. */
  readonly leftAt: Date;
  /** Name of the carrier of the order. */
  readonly carrier: string | null;
}

export interface ReturnDecision extends Omit<UsualTerms, 'carrier'> {
  /** The carrier of its label, by its name in the file; null if no carrier books one. */
  readonly carrier: string | null;
  /** Why, in one sentence, with the rule or the key that decided. */
  readonly why: string;
  /** The names of the rules that decide a key. */
  readonly rules: readonly string[];
}

/** Decides about a return by the operators' file. Pure: the same return, settings and moment give the same decision. */
export function decideReturn(settings: ReturnSettings, request: RequestedReturn, now: Date): ReturnDecision {
  const { terms, rules } = settings;
  const holding = rules.filter((rule) => holds(rule, request, now));
  const deciding = (key: keyof ReturnTerms) => holding.find((one) => one.terms[key] !== undefined);
  const termOf = <Key extends keyof ReturnTerms>(key: Key) => {
    const rule = deciding(key);
    const { [key]: value }: ReturnTerms = rule?.terms ?? terms;
    return { value, source: rule ? `rule "${rule.name}"` : `returns.${key}` };
  };
  const { value: authorise = terms.authorise, source } = termOf('authorise');
  const window = termOf('window');
  const decision = {
    rules: holding.filter((rule) => keysOf(rule).some((key) => deciding(key) === rule)).map(({ name }) => name),
    window: window.value,
    authorised_by: termOf('authorised_by').value,
    site: termOf('site').value,
    location: termOf('location').value,
    wait: termOf('wait').value ?? terms.wait,
    label: termOf('label').value ?? terms.label,
    carrier: labelCarrier(settings, termOf('carrier').value ?? request.carrier),
  };
  if (authorise === 'refuse') return { ...decision, authorise, why: `Refused (${source})` };
  if (window.value !== undefined && now.getTime() - request.leftAt.getTime() > window.value * 1_000) {
    const left = request.leftAt.toISOString().slice(0, 10);
    const time = duration(window.value);
    const why = `A person decides: the goods left on ${left}, and may come back for ${time} (${window.source})`;
    return { ...decision, authorise: 'by hand', why };
  }
  const why = authorise === 'automatic' ? `Authorised automatically (${source})` : `A person decides (${source})`;
  return { ...decision, authorise, why };
}

/** Returns a carrier by its name in the file if its plugin books return labels, and else null. */
export function labelCarrier({ carriers }: Pick<ReturnSettings, 'carriers'>, name: string | null): string | null {
  return carriers.find((known) => known.toLowerCase() === name?.toLowerCase()) ?? null;
}

const keysOf = ({ terms }: ReturnRule) => Object.keys(terms) as (keyof ReturnTerms)[];

function holds({ when, unless, condition }: ReturnRule, { order, conditions }: RequestedReturn, now: Date): boolean {
  if (condition && !conditions.every((one) => one !== null && condition.includes(one.toLowerCase()))) return false;
  const applies = (one: Condition) => order !== null && one.holds(order, now);
  return (when === null || applies(when)) && (unless === null || !applies(unless));
}
