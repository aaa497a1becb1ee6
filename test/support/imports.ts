import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { projectRoot } from '../../config/root.ts';

/** One import statement of one of our files. */
export interface Import {
  /** The importing file, from the project's root, with forward slashes. */
  readonly from: string;
  /** The imported file, or the name of a package. */
  readonly to: string;
  readonly package: boolean;
  /** `import type`: gone when the program runs. */
  readonly types: boolean;
}

/** Files that are compiled and run. Generated, installed and recorded files have no imports to check. */
const outside = new Set(['node_modules', 'dist', 'docs', 'test', 'bin']);

/** Every TypeScript file of the project but its tests, from the project's root. */
export function sourceFiles(folder = projectRoot): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !(folder === projectRoot && outside.has(name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      const ours = /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.config.ts');
      return ours ? [relative(projectRoot, path).split(sep).join('/')] : [];
    })
    .sort();
}

// With `verbatimModuleSyntax` the statement itself says whether it is gone at run time: `import { type A }` is not.
const statement = /^(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports of a file, out of its text: static, re-exporting, type-only and dynamic ones. */
export function importsOf(file: string, text = readFileSync(join(projectRoot, file), 'utf8')): Import[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
  const declarations = [
    ...[...code.matchAll(statement)].map(([, types, target]) => ({ target: target!, types: types !== undefined })),
    ...[...code.matchAll(dynamic)].map(([, target]) => ({ target: target!, types: false })),
  ];
  return declarations.map(({ target, types }) => {
    const own = target.startsWith('.');
    const to = own
      ? normalize(join(dirname(file), target))
          .split(sep)
          .join('/')
      : target;
    return { from: file, to, package: !own, types };
  });
}

/** The files that run when a file runs, itself among them, and every package or module of Node that they import. */
export function reachedFrom(entry: string): { files: string[]; packages: string[] } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  // A set that grows while it is read is read to its end.
  for (const file of files) {
    for (const one of importsOf(file)) if (!one.types) (one.package ? packages : files).add(one.to);
  }
  return { files: [...files], packages: [...packages] };
}
