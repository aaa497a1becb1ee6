import type { Subjects } from '../../expressions/explain.ts';
import { claimValuesOf, stepOf } from '../../planning/claims.ts';
import { type By, type Moment, type Step, steps } from '../../planning/plan.ts';
import type { Actions, Condition, Rule, Workflow } from '../../planning/rule-set.ts';
import type { Path, SourceDocument } from '../file/document.ts';
import type { Report } from '../file/faults.ts';
import { unknownName } from '../file/issues.ts';
import type { SourceFile } from '../file/source-files.ts';
import type { RuleFile } from '../schema.ts';
import { compileCondition } from './condition.ts';

/** The word of the file for who does a step, as plans say it. */
export function byOf(word: 'automatic' | 'by hand'): By {
  return word === 'automatic' ? 'automatic' : 'hand';
}

/** What the rules of a file may name, and the rules of the files before it. */
export interface Surroundings {
  readonly names: { readonly carriers: readonly string[]; readonly workflows: readonly string[] };
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly others: readonly Rule[];
  /** What conditions ask about, shared by all rules. */
  readonly subjects: Subjects;
}

/**
 * Compiles the rules of a file, and checks what a schema cannot: names that are unique, conditions that can be read, carriers
 * and workflows that exist, actions that do not contradict each other or come too late.
 */
export function compileRules(source: SourceFile, surroundings: Surroundings): Rule[] {
  const { document, report, shown: file, hash, written } = source;
  const { subjects } = surroundings;
  const compiled: Rule[] = [];
  const seen = new Map<string, Pick<Rule, 'file' | 'line'>>(surroundings.others.map((rule) => [rule.name, rule]));
  for (const [index, rule] of written.rules.entries()) {
    const path: Path = ['rules', index];
    const when = condition(rule.when, [...path, 'when'], source, subjects);
    const unless = condition(rule.unless, [...path, 'unless'], source, subjects);
    if ('faulty' in rule) continue;
    const { line } = document.at(path);
    const first = seen.get(rule.name);
    if (first) {
      const where = first.file === file ? `on line ${first.line}` : `in ${first.file}:${first.line}`;
      report(document.at([...path, 'name']), `the rule ${where} has the same name; plans tell rules apart by it`);
    } else seen.set(rule.name, { file, line });
    const again = momentOf(rule, path, document, report);
    const actions = actionsOf(rule, surroundings.workflows);
    checkActions(rule, surroundings, [...path, 'then'], document, report);
    checkMoment(again, actions, [...path, 'then'], document, report);
    // Rules of a table that speak at other moments are other tables.
    const table = again === null ? file : `${file} ${again.step} ${again.waited}`;
    const group = written.match === 'first' ? table : null;
    compiled.push({ name: rule.name, file, line, hash, priority: rule.priority, again, group, when, unless, actions });
  }
  return compiled;
}

function condition(
  text: string | undefined,
  path: Path,
  { document, report }: Pick<SourceFile, 'document' | 'report'>,
  subjects: Subjects,
): Condition | null {
  if (text === undefined) return null;
  return compileCondition(text, subjects, (index, message) => report(document.atCharacter(path, index), message));
}

function momentOf({ before, after }: RuleFile, path: Path, document: SourceDocument, report: Report): Moment | null {
  if (before !== undefined && after !== undefined) {
    report(document.atKey([...path, 'after']), 'a rule has "before" or "after", not both; make two rules of it');
  }
  if (before !== undefined) return { step: before, waited: null };
  return after ?? null;
}

function checkActions(
  { then }: RuleFile,
  { names }: Surroundings,
  path: Path,
  document: SourceDocument,
  report: Report,
): void {
  if (Object.keys(then).length === 0) report(document.at(path), 'the rule does nothing; expected at least one action');
  for (const step of then.require ?? []) {
    if (then.skip?.some((skipped) => skipped === step))
      report(document.at([...path, 'require']), `the rule skips ${step} and requires it`);
  }
  for (const step of then.skip ?? []) {
    for (const late of [
      then[step] !== undefined ? step : null,
      then.deadline?.[step] !== undefined ? 'deadline' : null,
    ]) {
      if (late !== null) report(document.at([...path, late]), `the rule skips ${step}, and says how it is to be done`);
    }
  }
  if (then.carrier !== undefined && !names.carriers.includes(then.carrier)) {
    report(document.at([...path, 'carrier']), unknownName('carrier', then.carrier, names.carriers));
  }
  if (then.workflow === undefined) return;
  if (!names.workflows.includes(then.workflow)) {
    report(document.at([...path, 'workflow']), unknownName('workflow', then.workflow, names.workflows));
  }
  for (const other of ['skip', 'require'] as const) {
    if (then[other])
      report(document.atKey([...path, other]), `a workflow says which steps are done; "${other}" contradicts it`);
  }
}

/** What is over when the rule speaks cannot be decided by it. */
function checkMoment(
  again: Moment | null,
  actions: Actions,
  path: Path,
  document: SourceDocument,
  report: Report,
): void {
  if (actions.escalate !== undefined && (again === null || again.waited === null)) {
    report(document.atKey([...path, 'escalate']), 'escalate is for a rule with "after", such as `after: 24h at pack`');
  }
  if (again === null) return;
  if (actions.workflow) {
    report(document.atKey([...path, 'workflow']), 'a workflow is chosen at issue: leave "before" or "after" out');
    return;
  }
  const late = new Set(
    claimValuesOf(actions)
      .map(({ question }) => stepOf(question))
      .filter((step) => step !== undefined && steps.indexOf(step) < steps.indexOf(again.step)),
  );
  if (actions.create_pick !== undefined) late.add('pick');
  for (const step of late)
    report(document.at(path), `too late: ${step} is decided before the order comes to ${again.step}`);
}

function actionsOf({ then }: RuleFile, workflows: ReadonlyMap<string, Workflow>): Actions {
  const { skip = [], require = [], pick, pack, ship, pickup, workflow: name, ...others } = then;
  const who = { pick, pack, ship, pickup };
  const by: Partial<Record<Step, By>> = {};
  for (const step of steps) {
    const word = who[step];
    if (word !== undefined) by[step] = byOf(word);
  }
  const workflow = name === undefined ? undefined : workflows.get(name);
  return { skip, require, by, ...(workflow ? { workflow } : {}), ...others };
}
