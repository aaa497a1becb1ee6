import { problem } from '../platform/problems/problems.ts';

/** A fault of a configuration, with its place. */
interface Fault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns the refusal of a configuration with faults. */
export function faulty(faults: readonly Fault[]) {
  const lines = faults.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  return problem('config.faulty', `Nothing has changed.\n${lines.join('\n')}`, { faults });
}
