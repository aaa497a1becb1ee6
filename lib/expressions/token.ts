import { shortened } from './error.ts';

export type Token =
  /** Quoted text, split at its wildcards. */
  | { readonly kind: 'text'; readonly parts: readonly string[]; readonly at: number; readonly end: number }
  | { readonly kind: 'name' | 'sign' | Bare; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'end'; readonly at: number; readonly end: number };

/** Values without quotes. */
export type Bare = 'number' | 'time' | 'now';

export type Sign = '&&' | '||' | '!=' | '<=' | '>=' | '=' | '<' | '>' | '%' | '(' | ')' | '[' | ']' | '.' | ',';

/** Operators and punctuation of two characters and of one. */
export const signs: ReadonlySet<string> = new Set<Sign>([
  ...(['&&', '||', '!=', '<=', '>='] as const),
  ...(['=', '<', '>', '%', '(', ')', '[', ']', '.', ','] as const),
]);

/** Operators of other languages, with their equivalent. */
export const otherWords: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['<>', '!='],
  ['=<', '<='],
  ['=>', '>='],
  ['=%', '%'],
  ['AND', '&&'],
  ['OR', '||'],
  ['LIKE', '%'],
  ['CONTAINS', '%'],
]);

/** Returns the name of a token for messages. */
export function shown(token: Token): string {
  if (token.kind === 'end') return 'The end';
  if (token.kind === 'text') return 'A text in quotes';
  return shortened(token.text);
}
