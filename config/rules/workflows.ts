import { type By, type Step, steps } from '../../planning/plan.ts';
import type { Workflow } from '../../planning/rule-set.ts';
import type { SourceFile } from '../file/source-files.ts';
import type { WorkflowFile } from '../schema.ts';
import { byOf } from './rules.ts';

/**
 * Reads the named workflows of a file: their steps in the order of the warehouse, pick and pickup among them.
 * @param known workflows of other files; those of this one are added
 */
export function compileWorkflows(source: SourceFile, known: Map<string, Workflow>): void {
  const { written, document, report, shown, hash } = source;
  for (const [name, content] of Object.entries(written.workflows)) {
    const path = ['workflows', name];
    const { line } = document.atKey(path);
    const other = known.get(name);
    if (other) report(document.atKey(path), `there is a workflow "${name}" already, in ${other.file}:${other.line}`);
    const fault = faultIn(stepsOf(content));
    if (fault !== null) report(document.at(path), fault);
    known.set(name, { name, file: shown, line, hash, steps: stepsOf(content), by: whoOf(content) });
  }
}

function stepsOf(content: WorkflowFile): Step[] {
  return Array.isArray(content) ? content : steps.filter((step) => content[step] !== undefined);
}

function whoOf(content: WorkflowFile): Partial<Record<Step, By>> {
  if (Array.isArray(content)) return {};
  return Object.fromEntries(stepsOf(content).map((step) => [step, byOf(content[step]!)]));
}

function faultIn(named: readonly Step[]): string | null {
  const missing = (['pick', 'pickup'] as const).find((step) => !named.includes(step));
  if (missing) return `expected ${missing} among the steps: every order is picked and picked up`;
  const sorted = steps.filter((step) => named.includes(step));
  if (sorted.join() !== named.join()) return `expected the steps once each, in their order: ${sorted.join(', ')}`;
  return null;
}
