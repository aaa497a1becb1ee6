import { type By, type Step, steps } from '../plugins/plan.ts';
import type { Actions, Condition, Rule } from '../plugins/ruleset.ts';
import { compileCondition } from './condition.ts';
import type { Path, SourceDocument } from './document.ts';
import type { Report } from './faults.ts';
import { unknownName } from './issues.ts';
import type { RuleFile } from './schema.ts';
import type { WrittenFile } from './written.ts';

/** The word of the file for who does a step, as plans say it. */
export function byOf(word: 'automatic' | 'by hand'): By {
  return word === 'automatic' ? 'automatic' : 'hand';
}

/**
 * Compiles the rules, and checks what a schema cannot: names that are unique, conditions that can be read, carriers
 * that exist, actions that do not contradict each other.
 */
export function compileRules(
  { rules, carrierNames }: Pick<WrittenFile, 'rules' | 'carrierNames'>,
  file: string,
  document: SourceDocument,
  report: Report,
): Rule[] {
  const compiled: Rule[] = [];
  const seen = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const path: Path = ['rules', index];
    const when = condition(rule.when, [...path, 'when'], document, report);
    const unless = condition(rule.unless, [...path, 'unless'], document, report);
    if ('faulty' in rule) continue;
    const { line } = document.at(path);
    const first = seen.get(rule.name);
    if (first === undefined) seen.set(rule.name, line);
    else
      report(
        document.at([...path, 'name']),
        `the rule on line ${first} has the same name; plans tell rules apart by it`,
      );
    checkActions(rule, carrierNames, [...path, 'then'], document, report);
    compiled.push({ name: rule.name, file, line, when, unless, actions: actionsOf(rule) });
  }
  return compiled;
}

function condition(text: string | undefined, path: Path, document: SourceDocument, report: Report): Condition | null {
  if (text === undefined) return null;
  return compileCondition(text, (index, message) => report(document.atCharacter(path, index), message));
}

function checkActions(
  { then }: RuleFile,
  carriers: readonly string[],
  path: Path,
  document: SourceDocument,
  report: Report,
): void {
  if (Object.keys(then).length === 0) report(document.at(path), 'the rule does nothing; expected at least one action');
  for (const step of then.require ?? []) {
    if (then.skip?.some((skipped) => skipped === step))
      report(document.at([...path, 'require']), `the rule skips ${step} and requires it`);
  }
  if (then.carrier !== undefined && !carriers.includes(then.carrier)) {
    report(document.at([...path, 'carrier']), unknownName('carrier', then.carrier, carriers));
  }
}

function actionsOf({ then }: RuleFile): Actions {
  const { skip = [], require = [], pick, pack, ship, pickup, ...others } = then;
  const who = { pick, pack, ship, pickup };
  const by: Partial<Record<Step, By>> = {};
  for (const step of steps) {
    const word = who[step];
    if (word !== undefined) by[step] = byOf(word);
  }
  return { skip, require, by, ...others };
}
