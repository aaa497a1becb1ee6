import type { TextFile } from '../text-file.ts';

/** Texts of rules that somebody edits, with the rule set that they began from. Browsers keep them until they are active. */
export interface OwnText {
  readonly ruleset: string;
  readonly files: readonly TextFile[];
}

/** People who share a browser have texts of their own. */
const nameOf = (userId: number) => `conveyor-rules-text-${userId}`;

const isText = (value: unknown): value is TextFile =>
  typeof (value as TextFile | null)?.file === 'string' && typeof (value as TextFile).text === 'string';

/** Returns the text that this browser keeps; null without one. */
export function keptText(userId: number): OwnText | null {
  try {
    const { ruleset, files } = JSON.parse(localStorage.getItem(nameOf(userId)) ?? 'null') ?? {};
    const isOwnText = typeof ruleset === 'string' && Array.isArray(files) && files.length > 0 && files.every(isText);
    return isOwnText ? { ruleset, files } : null;
  } catch {
    return null;
  }
}

/** Keeps a text, or forgets it. @returns whether the browser has room for it */
export function keepText(userId: number, own: OwnText | null): boolean {
  try {
    if (own) localStorage.setItem(nameOf(userId), JSON.stringify(own));
    else localStorage.removeItem(nameOf(userId));
    return true;
  } catch {
    return false;
  }
}

/** Whether two sets of files have the same texts. */
export const areSame = (one: readonly TextFile[], other: readonly TextFile[]): boolean =>
  one.length === other.length &&
  one.every(({ file, text }) => other.some((each) => each.file === file && each.text === text));
