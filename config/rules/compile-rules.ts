import type { Report } from '../file/faults.ts';
import { unknownName } from '../file/schema-issues.ts';
import type { SourceFile } from '../file/source-files.ts';
import type { Path, YamlDocument } from '../file/yaml-document.ts';
import { claimValuesOf, stepOf } from '../planning/claims.ts';
import { type By, type Moment, type Step, steps } from '../planning/plan.ts';
import type { Actions, Condition, Rule, Workflow } from '../planning/rule-set.ts';
import type { RuleFile } from '../schema.ts';
import { notBeforeOf } from './compile-not-before.ts';
import type { Conditions } from './condition.ts';

/** Converts the value of the file for who does a step into that of plans. */
export function byOf(value: 'automatic' | 'by hand'): By {
  return value === 'automatic' ? 'automatic' : 'hand';
}

/** The names that the rules of a file may use, and the rules of the files before. */
export interface Surroundings {
  readonly names: { readonly carriers: readonly string[]; readonly workflows: readonly string[] };
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly others: readonly Rule[];
  readonly conditions: Conditions;
}

/**
 * Compiles the rules of a file, and checks what a schema cannot check: unique names, valid conditions, existing carriers and
 * workflows, and actions that neither contradict each other nor come too late.
 */
export function compileRules(source: SourceFile, surroundings: Surroundings): Rule[] {
  const { document, report, shown: file, hash, sections } = source;
  const { conditions } = surroundings;
  const compiled: Rule[] = [];
  const seen = new Map<string, Pick<Rule, 'file' | 'line'>>(surroundings.others.map((rule) => [rule.name, rule]));
  for (const [index, rule] of sections.rules.entries()) {
    const path: Path = ['rules', index];
    const when = conditionAt(rule.when, [...path, 'when'], source, conditions);
    const unless = conditionAt(rule.unless, [...path, 'unless'], source, conditions);
    if ('faulty' in rule) continue;
    const { line } = document.at(path);
    const first = seen.get(rule.name);
    if (first) {
      const where = first.file === file ? `on line ${first.line}` : `in ${first.file}:${first.line}`;
      report(document.at([...path, 'name']), `the rule ${where} has the same name; plans need different names`);
    } else seen.set(rule.name, { file, line });
    const again = momentOf(rule, path, document, report);
    const fault: Faults = (inner, message, place) => {
      const at = [...path, 'then', ...inner];
      report(place === 'key' ? document.atKey(at) : document.at(at), message);
    };
    const actions = actionsOf(rule, surroundings, fault);
    checkActions(rule, surroundings, fault);
    checkMoment(again, actions, fault);
    // Rules with `match: first` exclude each other only if they are evaluated at the same moment.
    const table = again === null ? file : `${file} ${again.step} ${again.waited}`;
    const group = sections.match === 'first' ? table : null;
    compiled.push({ name: rule.name, file, line, hash, priority: rule.priority, again, group, when, unless, actions });
  }
  return compiled;
}

/** Compiles the condition at a place of the file, and reports its fault. @returns null for none, and for one with a fault */
export function conditionAt(
  text: string | undefined,
  path: Path,
  { document, report }: Pick<SourceFile, 'document' | 'report'>,
  conditions: Conditions,
): Condition | null {
  if (text === undefined) return null;
  return conditions.compile(text, (index, message) => report(document.atCharacter(path, index), message));
}

function momentOf({ before, after }: RuleFile, path: Path, document: YamlDocument, report: Report): Moment | null {
  if (before !== undefined && after !== undefined) {
    report(document.atKey([...path, 'after']), 'a rule has "before" or "after", not both; make two rules of it');
  }
  if (before !== undefined) return { step: before, waited: null };
  return after ?? null;
}

type Faults = (inner: Path, message: string, place?: 'key') => void;

/** Checks that the actions of a rule do not contradict each other, and that carriers and workflows exist. */
function checkActions({ then }: RuleFile, { names }: Surroundings, fault: Faults): void {
  if (Object.keys(then).length === 0) fault([], 'the rule does nothing; expected at least one action');
  for (const step of then.require ?? []) {
    if (then.skip?.some((skipped) => skipped === step)) fault(['require'], `the rule skips ${step} and requires it`);
  }
  for (const step of then.skip ?? []) {
    const message = `the rule skips ${step}, and decides how it is done`;
    if (then[step] !== undefined) fault([step], message);
    if (then.deadline?.[step] !== undefined) fault(['deadline'], message);
    if (then.not_before?.[step] !== undefined) fault(['not_before'], message);
  }
  if (then.carrier !== undefined && !names.carriers.includes(then.carrier)) {
    fault(['carrier'], unknownName('carrier', then.carrier, names.carriers));
  }
  checkVetoes(then, fault);
  checkWorkflow(then, names.workflows, fault);
}

/** Checks that a rule does not forbid what it orders or allows. */
function checkVetoes(then: RuleFile['then'], fault: Faults): void {
  for (const step of then.forbid_automatic ?? []) {
    const words = `the rule forbids automatic ${step}`;
    if (then[step] === 'automatic') fault([step], `${words}, and makes ${step} automatic`);
    if (then.allow_automatic?.includes(step)) fault(['allow_automatic'], `${words}, and allows it`);
  }
}

function checkWorkflow(then: RuleFile['then'], workflows: readonly string[], fault: Faults): void {
  if (then.workflow === undefined) return;
  if (!workflows.includes(then.workflow)) {
    fault(['workflow'], unknownName('workflow', then.workflow, workflows));
  }
  for (const other of ['skip', 'require'] as const) {
    if (then[other]) fault([other], `a workflow decides which steps are done; "${other}" contradicts it`, 'key');
  }
}

/** Checks that a deferred rule does not decide something that is over when it is evaluated. */
function checkMoment(moment: Moment | null, actions: Actions, fault: Faults): void {
  if (actions.escalate !== undefined && (moment === null || moment.waited === null)) {
    fault(['escalate'], 'escalate is for a rule with "after", such as `after: 24h at pack`', 'key');
  }
  if (moment === null) return;
  if (actions.workflow) {
    fault(['workflow'], 'a workflow is chosen at issue: leave "before" or "after" out', 'key');
    return;
  }
  const late = new Set(
    claimValuesOf(actions)
      .map(({ question }) => stepOf(question))
      .filter((step) => step !== undefined && steps.indexOf(step) < steps.indexOf(moment.step)),
  );
  if (actions.create_pick !== undefined) late.add('pick');
  for (const step of late) fault([], `too late: ${step} is decided before the order reaches ${moment.step}`);
}

function actionsOf(rule: RuleFile, { workflows, conditions }: Surroundings, fault: Faults): Actions {
  const { skip = [], require = [], pick, pack, ship, pickup, workflow: name, not_before: _, ...others } = rule.then;
  const who = { pick, pack, ship, pickup };
  const by: Partial<Record<Step, By>> = {};
  for (const step of steps) {
    const value = who[step];
    if (value !== undefined) by[step] = byOf(value);
  }
  const workflow = name === undefined ? undefined : workflows.get(name);
  const not_before = notBeforeOf(rule, conditions.calendars, fault);
  return { skip, require, by, ...(workflow ? { workflow } : {}), ...(not_before ? { not_before } : {}), ...others };
}
