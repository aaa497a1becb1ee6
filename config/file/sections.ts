import {
  type ConfigurationFile,
  carrierSchema,
  configurationSchema,
  includedSchema,
  type RuleFile,
  ruleSchema,
} from '../schema.ts';
import type { Report } from './faults.ts';
import { reportIssues } from './schema-issues.ts';
import type { YamlDocument } from './yaml-document.ts';

/** The valid sections of one file. In an included file the sections of the main file are empty. */
export interface FileSections extends Omit<ConfigurationFile, 'rules'> {
  /** In the order of the file. A rule with faults keeps its position. */
  readonly rules: readonly (RuleFile | FaultyRule)[];
  /** Names of all carriers and workflows, including those with faults, so that a rule that names one is not reported. */
  readonly carrierNames: readonly string[];
  readonly workflowNames: readonly string[];
}

/** A rule that the schema refused. Its conditions are still checked. */
export interface FaultyRule {
  readonly faulty: true;
  readonly when?: string;
  readonly unless?: string;
}

type Keyed = Record<string, unknown>;

/**
 * Checks a file by its schema. Sections with faults are reported and left out. The other sections go on to further checks, so that
 * one run reports all faults.
 * @param kind the operators' file itself or an included file
 */
export function readSections(document: YamlDocument, report: Report, kind: 'main' | 'included' = 'main'): FileSections {
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
    ...configurationSchema.parse(validSections(others, Object.keys(schema.shape))),
    rules: Array.isArray(rules) ? rules.map(readRule) : [],
    ...known,
  };
}

function validSections(sections: Keyed, allowed: readonly string[]): Keyed {
  const valid: Keyed = {};
  for (const [name, schema] of Object.entries(configurationSchema.shape)) {
    if (!allowed.includes(name)) continue;
    const content = name === 'carriers' ? validCarriers(sections[name]) : sections[name];
    if (schema.safeParse(content).success) valid[name] = content;
  }
  return valid;
}

function validCarriers(carriers: unknown): unknown {
  if (!isKeyed(carriers)) return carriers;
  return Object.fromEntries(Object.entries(carriers).filter(([, carrier]) => carrierSchema.safeParse(carrier).success));
}

function readRule(value: unknown): RuleFile | FaultyRule {
  const checked = ruleSchema.safeParse(value);
  if (checked.success) return checked.data;
  const { when, unless } = isKeyed(value) ? value : {};
  return {
    faulty: true,
    ...(typeof when === 'string' && when !== '' ? { when } : {}),
    ...(typeof unless === 'string' && unless !== '' ? { unless } : {}),
  };
}

/** Removes empty sections, such as `rules:` with only comments, and gives carriers without options, such as `Own Van:`, an empty object. */
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
