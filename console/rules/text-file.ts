/** A file of the configuration, with its path from the folder of the operators' file. */
export interface TextFile {
  readonly file: string;
  readonly text: string;
}
