import type { TextFile } from '../text-file.ts';

/** The two texts of a file; null where one side has no such file. */
export interface Pair {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Returns the files whose texts differ, in the order of the newer ones, then those that are gone. A version has its files with their
 * folder (`config/fulfillment.yaml`), the active ones have not: the ends of their paths tell which belong together.
 */
export function pairsOf(before: readonly TextFile[], after: readonly TextFile[]): Pair[] {
  const [olds, news] = [withoutFolder(before), withoutFolder(after)];
  const textOf = (files: readonly TextFile[], name: string) => files.find(({ file }) => file === name)?.text ?? null;
  const gone = olds.filter(({ file }) => textOf(news, file) === null);
  return [...news, ...gone]
    .map(({ file }) => ({ file, before: textOf(olds, file), after: textOf(news, file) }))
    .filter((pair) => pair.before !== pair.after);
}

/** Returns files with paths from the folder of the first one, which is the operators' file. */
function withoutFolder(files: readonly TextFile[]): TextFile[] {
  const folder = (files[0]?.file ?? '').replace(/[^/]*$/, '');
  return files.map(({ file, text }) => ({ file: file.startsWith(folder) ? file.slice(folder.length) : file, text }));
}
