import type { Texts } from '../../texts/texts.tsx';
import type { Reason } from '../order.ts';

export type Condition = Reason['conditions'][number];

/** Returns a condition as the file has it, such as `total < 500`. */
export function conditionText(
  { path, operator, expected, negated = false }: Condition,
  { not }: Texts['order']['track'],
) {
  const text =
    operator === 'open'
      ? path
      : [path, operator, ...(expected === null ? [] : [expectedText(expected, operator)])].join(' ');
  return negated ? `${not} ${text}` : text;
}

/** Returns what the condition saw, such as `is 612`. */
export function seenText({ operator, actual, needs }: Condition, texts: Texts['order']['track']): string {
  if (needs !== undefined) return texts.unseen(needs);
  return operator === 'has' ? texts.found(String(actual)) : texts.seen(actualText(actual, texts));
}

/** Returns whether the condition did what the rule needs. */
export const isMet = ({ holds, negated = false }: Condition): boolean => holds !== negated;

function expectedText(value: unknown, operator: string): string {
  if (operator === 'has') return `[${value}]`;
  return Array.isArray(value) ? `(${value.map(valueText).join(', ')})` : valueText(value);
}

function actualText(value: unknown, { nothing }: Texts['order']['track']): string {
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.map(valueText).join(', ');
  return value === null || value === undefined ? nothing : valueText(value);
}

/** A custom field may hold an object. */
const valueText = (value: unknown) => {
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? `"${value}"` : String(value);
};
