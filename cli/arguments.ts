import { InvalidArgumentError } from 'commander';

/** Returns a parser of a whole number for an argument or an option. @param more a sentence behind the refusal */
export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER, more = ''): (text: string) => number {
  const range = to === Number.MAX_SAFE_INTEGER ? `${from}` : `${from} to ${to}`;
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${range}.${more}`);
  };
}

/** Parses a whole number from 1. */
export const positive = wholeNumber(1);

/** Collects the values of an option that may be repeated. */
export const collected = (value: string, others: readonly string[]): string[] => [...others, value];
