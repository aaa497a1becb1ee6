import type { SalesOrder } from '../../client/browser.ts';
import { useSend } from '../ground/calls.tsx';
import { type Command, useCommands } from '../ground/commands.ts';
import { usePermits } from '../ground/session.ts';
import { useTexts } from '../texts/texts.tsx';

/** The id of the status Draft. */
const draft = 1;

/** Adds to the palette what the user may do with the order in view now. @param order undefined until it was read */
export function useOrderCommands(order: SalesOrder | undefined): void {
  const texts = useTexts();
  const permits = usePermits();
  const send = useSend();
  const commands: Command[] = [];
  if (order) {
    const { id, number, state, held_at, status_id } = order;
    const isOver = state === 'done';
    const offer = (permission: string, isPossible: boolean, name: string, run: Command['run'], asks?: string) => {
      if (isPossible && permits(`salesorder.${permission}`)) commands.push({ name, run, asks });
    };
    offer('issue', status_id === draft && held_at === null, texts.palette.issue(number), () =>
      send((client) => client.salesorder.issue(id)),
    );
    offer('retry', state === 'attention', texts.palette.retry(number), () =>
      send((client) => client.salesorder.retry(id)),
    );
    const hold = (reason: string) => send((client) => client.salesorder.hold(id, { reason }));
    offer('hold', held_at === null && !isOver, texts.palette.hold(number), hold, texts.palette.holdReason);
    offer('release', held_at !== null && !isOver, texts.palette.release(number), () =>
      send((client) => client.salesorder.release(id)),
    );
  }
  useCommands(commands);
}
