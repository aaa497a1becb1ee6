export interface CsvRow {
  /** Line on which the record begins, from 1. */
  readonly line: number;
  readonly raw: string;
  /** As written, by column; what is missing at the end is empty. */
  readonly texts: Readonly<Record<string, string>>;
  /** In the form of the service, by column: null where the field is empty. Filled in by `readTypes`. */
  values: Readonly<Record<string, string | boolean | null>>;
  /** True where a fault of it was told: nothing is made of it. */
  faulty: boolean;
}

export interface CsvFile {
  /** Its name in the map. */
  readonly name: string;
  /** Its path, as the person named the folder. */
  readonly shown: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}
