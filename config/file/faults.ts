/** One thing that is wrong in the operators' file, and where. */
export interface Fault {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is wrong, what was expected, and the nearest name where there is one. */
  readonly message: string;
}

/** `config/fulfillment.yaml:12:5 unknown key "cariers"; did you mean "carriers"?` */
export function faultLine({ file, line, column, message }: Fault): string {
  return `${file}:${line}:${column} ${message}`;
}

/** The operators' file cannot be used. Its message shows every fault, one a line, file by file in the order of each. */
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

/** Gathers faults instead of stopping at the first one. */
export type Report = (at: { readonly line: number; readonly column: number }, message: string) => void;
