/** One fault in the operators' file, with its position. */
export interface Fault {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The fault, the expected value, and the nearest name if there is one. */
  readonly message: string;
}

/** Returns `config/fulfillment.yaml:12:5 unknown key "cariers"; did you mean "carriers"?`. */
export function faultLine({ file, line, column, message }: Fault): string {
  return `${file}:${line}:${column} ${message}`;
}

/** The operators' file cannot be used. The message has one line for each fault, sorted by file and position. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const files = [...new Set(faults.map(({ file }) => file))];
    const sorted = [...faults].sort(
      (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
    );
    super(sorted.map(faultLine).join('\n'));
    this.faults = sorted;
  }
}

/** Collects faults, so that one run shows them all. */
export type Report = (at: { readonly line: number; readonly column: number }, message: string) => void;
