import type { SourceFile } from '../file/source-files.ts';
import { type By, type Step, steps } from '../planning/plan.ts';
import type { Workflow } from '../planning/rule-set.ts';
import type { WorkflowFile } from '../schema.ts';
import { byOf } from './compile-rules.ts';

/**
 * Checks and compiles the named workflows of a file. Their steps must be in the order of the warehouse and include pick and pickup.
 * @param known workflows of all files so far; those of this file are added
 */
export function compileWorkflows(source: SourceFile, known: Map<string, Workflow>): void {
  const { sections, document, report, shown, hash } = source;
  for (const [name, content] of Object.entries(sections.workflows)) {
    const path = ['workflows', name];
    const { line } = document.atKey(path);
    const other = known.get(name);
    if (other) report(document.atKey(path), `a workflow "${name}" exists already in ${other.file}:${other.line}`);
    const fault = stepsFault(stepsOf(content));
    if (fault !== null) report(document.at(path), fault);
    known.set(name, { name, file: shown, line, hash, steps: stepsOf(content), by: byStep(content) });
  }
}

function stepsOf(content: WorkflowFile): Step[] {
  return Array.isArray(content) ? content : steps.filter((step) => content[step] !== undefined);
}

/** Returns who does each step, for workflows that decide it. */
function byStep(content: WorkflowFile): Partial<Record<Step, By>> {
  const by: Partial<Record<Step, By>> = {};
  if (Array.isArray(content)) return by;
  for (const step of steps) {
    const value = content[step];
    if (value !== undefined) by[step] = byOf(value);
  }
  return by;
}

/** Returns a sentence about missing, repeated or unordered steps; null for correct ones. */
function stepsFault(named: readonly Step[]): string | null {
  const missing = (['pick', 'pickup'] as const).find((step) => !named.includes(step));
  if (missing) return `expected ${missing} among the steps: every order is picked and picked up`;
  const sorted = steps.filter((step) => named.includes(step));
  if (sorted.join() !== named.join()) return `expected the steps once each, in their order: ${sorted.join(', ')}`;
  return null;
}
