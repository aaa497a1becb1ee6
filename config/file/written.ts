import {
  type ConfigurationFile,
  carrierSchema,
  configurationSchema,
  includedSchema,
  type RuleFile,
  ruleSchema,
} from '../schema.ts';
import type { SourceDocument } from './document.ts';
import type { Report } from './faults.ts';
import { reportIssues } from './issues.ts';

/** What the schema lets through of a file of the operators. An included one has the sections that it may not have empty. */
export interface WrittenFile extends Omit<ConfigurationFile, 'rules'> {
  /** In the order of the file; a rule with faults keeps its place, as far as it can be read. */
  readonly rules: readonly (RuleFile | FaultyRule)[];
  /** Names of all carriers and workflows, of faulty ones too: a rule that names one is not to blame. */
  readonly carrierNames: readonly string[];
  readonly workflowNames: readonly string[];
}

/** A rule that the schema refused. Its conditions are looked at all the same. */
export interface FaultyRule {
  readonly faulty: true;
  readonly when?: string;
  readonly unless?: string;
}

type Keyed = Record<string, unknown>;

/**
 * Checks a file by its schema. Whatever has a fault is reported and left out, and the rest goes on to the further checks, so
 * that all faults are told together.
 * @param kind the operators' file itself, or one that it includes
 */
export function checkFile(document: SourceDocument, report: Report, kind: 'main' | 'included' = 'main'): WrittenFile {
  const schema = kind === 'main' ? configurationSchema : includedSchema;
  const value = withoutEmptySections(document.value);
  const named = (section: unknown) => (isKeyed(section) ? Object.keys(section) : []);
  const sections = isKeyed(value) ? value : {};
  const known = { carrierNames: named(sections.carriers), workflowNames: named(sections.workflows) };
  const whole = schema.safeParse(value);
  if (whole.success) return { ...configurationSchema.parse({}), ...whole.data, ...known };
  reportIssues(whole.error.issues, schema, document, report);
  const { rules, ...others } = sections;
  return {
    ...configurationSchema.parse(soundSections(others, Object.keys(schema.shape))),
    rules: Array.isArray(rules) ? rules.map(readRule) : [],
    ...known,
  };
}

function soundSections(sections: Keyed, allowed: readonly string[]): Keyed {
  const sound: Keyed = {};
  for (const [name, schema] of Object.entries(configurationSchema.shape)) {
    if (!allowed.includes(name)) continue;
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
