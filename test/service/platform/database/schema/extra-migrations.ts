import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of migrations that come after those of the project, as a newer build has them. */
export class ExtraMigrations {
  readonly folder = mkdtempSync(join(tmpdir(), 'conveyor-migrations-'));

  /** Adds a file. @param kind the first line without its dashes */
  add(name: string, statements: string, kind = 'expand'): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, name), `-- ${kind}\n${statements}\n`);
  }

  /** Removes the folder. A further file makes it again. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
