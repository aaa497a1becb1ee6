import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/root.ts';

/** A page about the ideas behind the operations. Its text is a file of `docs/concepts/`. */
export interface Concept {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly text: string;
}

/** Returns the concept pages in the order of their file names, which begin with a number. */
export function concepts(): Concept[] {
  const folder = join(projectRoot, 'docs', 'concepts');
  const files = readdirSync(folder).filter((file) => /^\d+-.*\.md$/.test(file));
  const place = (file: string) => Number.parseInt(file, 10);
  return files
    .sort((a, b) => place(a) - place(b))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const name = file.replace(/^\d+-|\.md$/g, '');
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, path: `concepts/${name}`, text };
    });
}
