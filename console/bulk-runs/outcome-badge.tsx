import { Badge } from '@mantine/core';
import { useTexts } from '../texts/texts.tsx';

const colors = { done: 'green', skipped: 'gray', warned: 'yellow', failed: 'red', open: 'gray' } as const;

export type Outcome = keyof typeof colors;

/** The outcome of an order, as a word with a color. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  const texts = useTexts();
  return (
    <Badge color={colors[outcome]} variant="dot" size="sm" tt="none">
      {texts.bulkRuns.outcomes[outcome]}
    </Badge>
  );
}
