import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationFolder } from '../../../../../service/platform/database/schema/migration-file.ts';

/** A folder of migrations, such as the folder of a newer build. */
export class ExtraMigrations {
  readonly folder = mkdtempSync(join(tmpdir(), 'conveyor-migrations-'));
  readonly #first: string | null;

  /** @param after where further migrations come after those of the project; null for a folder without these */
  constructor(after: string | null = migrationFolder) {
    this.#first = after;
    this.#begin();
  }

  /** Adds a file. @param kind the first line without its dashes */
  add(name: string, statements: string, kind = 'expand'): void {
    this.#begin();
    writeFileSync(join(this.folder, name), `-- ${kind}\n${statements}\n`);
  }

  /** Removes the folder. A further file makes it again. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #begin(): void {
    mkdirSync(this.folder, { recursive: true });
    if (this.#first) cpSync(this.#first, this.folder, { recursive: true });
  }
}
