export interface CsvRow {
  /** First line of the record, from 1. */
  readonly line: number;
  readonly raw: string;
  /** Texts by column, as written. Missing fields at the end are empty. */
  readonly texts: Readonly<Record<string, string>>;
  /** Values by column, in the form of the service; null for an empty field. `loadFiles` sets them. */
  values: Readonly<Record<string, string | boolean | null>>;
  /** Whether a fault of the row was reported. A faulty row becomes no record. */
  faulty: boolean;
  /** The row with the cell that this row is out of. */
  readonly row?: CsvRow;
}

export interface CsvFile {
  /** Name of the file in the map. */
  readonly name: string;
  /** Path of the file, below the folder as the person typed it. */
  readonly shown: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** For rows out of cells: where the cells are. */
  readonly cell?: { readonly file: CsvFile; readonly column: string };
}
