import type { ReactElement } from 'react';
import { ProblemError } from '../../client/browser.ts';
import { ServiceText } from '../texts/service-words.tsx';

/** Returns the faults of a refused body by the names of its fields, for a form. */
export function fieldErrors<Values extends object>(
  error: unknown,
  values: Values,
): Partial<Record<keyof Values, ReactElement>> {
  if (!(error instanceof ProblemError)) return {};
  const named = error.errors.map(
    ({ pointer, detail }) => [fieldOf(pointer), <ServiceText key={pointer}>{detail}</ServiceText>] as const,
  );
  return Object.fromEntries(named.filter(([name]) => name in values)) as Partial<Record<keyof Values, ReactElement>>;
}

/** The fault of a list entry, such as `/group_ids/0`, is shown at the field of the list. */
const fieldOf = (pointer: string): string => pointer.split('/')[1] ?? '';
