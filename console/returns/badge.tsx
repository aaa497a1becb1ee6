import { Badge } from '@mantine/core';
import type { ReturnOrder } from '../../client/browser.ts';
import { type State, stateOf } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

const colors: Record<State, string> = {
  Requested: 'yellow',
  Authorised: 'blue',
  Received: 'yellow',
  Inspected: 'yellow',
  Closed: 'green',
  Refused: 'gray',
  Canceled: 'gray',
};

/** The state of a return. Yellow ones wait for a person, and blue ones for their goods. */
export function ReturnBadge({ of }: { readonly of: Pick<ReturnOrder, 'status_id'> }) {
  const { states } = useReturnTexts();
  const state = stateOf(of);
  return (
    <Badge color={colors[state]} variant="dot" tt="none">
      {states[state]}
    </Badge>
  );
}
