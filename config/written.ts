import type { SourceDocument } from './document.ts';
import type { Report } from './faults.ts';
import { reportIssues } from './issues.ts';
import { type ConfigurationFile, carrierSchema, configurationSchema, type RuleFile, ruleSchema } from './schema.ts';

/** What the schema lets through of the operators' file. */
export interface WrittenFile extends Omit<ConfigurationFile, 'rules'> {
  /** In the order of the file; a rule with faults keeps its place, as far as it can be read. */
  readonly rules: readonly (RuleFile | FaultyRule)[];
  /** Names of all carriers, of faulty ones too: a rule that names one is not to blame. */
  readonly carrierNames: readonly string[];
}

/** A rule that the schema refused. Its conditions are looked at all the same. */
export interface FaultyRule {
  readonly faulty: true;
  readonly when?: string;
  readonly unless?: string;
}

type Keyed = Record<string, unknown>;

/**
 * Checks the file by its schema. Whatever has a fault is reported and left out, and the rest goes on to the further
 * checks, so that all faults are told together.
 */
export function checkFile(document: SourceDocument, report: Report): WrittenFile {
  const value = withoutEmptySections(document.value);
  const carrierNames = isKeyed(value) && isKeyed(value.carriers) ? Object.keys(value.carriers) : [];
  const whole = configurationSchema.safeParse(value);
  if (whole.success) return { ...whole.data, carrierNames };
  reportIssues(whole.error.issues, configurationSchema, document, report);
  const { rules, ...sections } = isKeyed(value) ? value : {};
  return {
    ...configurationSchema.parse(soundSections(sections)),
    rules: Array.isArray(rules) ? rules.map(readRule) : [],
    carrierNames,
  };
}

function soundSections(sections: Keyed): Keyed {
  const sound: Keyed = {};
  for (const [name, schema] of Object.entries(configurationSchema.shape)) {
    const content = name === 'carriers' ? soundCarriers(sections[name]) : sections[name];
    if (schema.safeParse(content).success) sound[name] = content;
  }
  return sound;
}

function soundCarriers(carriers: unknown): unknown {
  if (!isKeyed(carriers)) return carriers;
  return Object.fromEntries(Object.entries(carriers).filter(([, carrier]) => carrierSchema.safeParse(carrier).success));
}

function readRule(written: unknown): RuleFile | FaultyRule {
  const checked = ruleSchema.safeParse(written);
  if (checked.success) return checked.data;
  const { when, unless } = isKeyed(written) ? written : {};
  return {
    faulty: true,
    ...(typeof when === 'string' && when !== '' ? { when } : {}),
    ...(typeof unless === 'string' && unless !== '' ? { unless } : {}),
  };
}

/** `rules:` with every rule commented out is an empty section, and `Own Van:` a carrier without options. */
function withoutEmptySections(value: unknown): unknown {
  if (value === null) return {};
  if (!isKeyed(value)) return value;
  const { carriers } = value;
  const filled = isKeyed(carriers)
    ? { carriers: Object.fromEntries(Object.entries(carriers).map(([name, carrier]) => [name, carrier ?? {}])) }
    : {};
  return Object.fromEntries(Object.entries({ ...value, ...filled }).filter(([, content]) => content !== null));
}

function isKeyed(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
