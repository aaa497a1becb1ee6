import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generated as configurationFiles } from '../../config/generate.ts';
import { projectRoot } from '../../config/root.ts';
import { generated as importFiles } from '../import/generate.ts';

/** Contents by path from the project's root. */
export type GeneratedFiles = Readonly<Record<string, string>>;

/** Everything that is generated, from whoever generates it. */
export function generatedFiles(): GeneratedFiles {
  return { ...configurationFiles(), ...importFiles() };
}

/** Paths of the files that are missing or different. */
export async function drifted(files: GeneratedFiles): Promise<string[]> {
  const contents = await Promise.all(
    Object.keys(files).map((path) => readFile(join(projectRoot, path), 'utf8').catch(() => undefined)),
  );
  return Object.entries(files)
    .filter(([, content], index) => contents[index] !== content)
    .map(([path]) => path);
}

export async function writeGenerated(files: GeneratedFiles, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const target = join(projectRoot, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, files[path]!);
  }
}
