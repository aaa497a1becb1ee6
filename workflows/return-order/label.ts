import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { ReturnActivities, ReturnLabel } from '../../activities/return-order/activities.ts';
import type { ReturnInput } from '../contract/return-order.ts';
import { plainSummary } from '../contract/text.ts';
import { call, refusalOf } from '../shared/calls.ts';
import { carrierRefusal, untilAnswered } from '../shared/until-answered.ts';

/** For how long a carrier that is away is asked for the label: the goods are awaited for days. */
const patience = 24 * 3_600_000;

/** A label that a carrier books now. */
export interface RunningLabel {
  readonly carrier: string;
  /** Whether the carrier has answered, or the booking was canceled. */
  isOver: boolean;
  /** Cancels the booking. The service voids a label that the carrier books all the same. */
  readonly cancel: () => void;
}

/**
 * Has a carrier book the label of a return, beside all that the return waits for. A refusal is stored on the return, and a person asks
 * again.
 * @param wake has the workflow read the return again
 */
function startLabel(input: ReturnInput, carrier: string, wake: () => void): RunningLabel {
  const scope = new CancellationScope();
  const label: RunningLabel = { carrier, isOver: false, cancel: () => scope.cancel() };
  const run = async () => {
    try {
      await scope.run(() => book(input, carrier, wake));
    } catch (error) {
      if (!isCancellation(error)) await report(input, carrierRefusal(error).detail, false).catch(refusalOf);
    }
    label.isOver = true;
    wake();
  };
  void run();
  return label;
}

/**
 * Returns the label that runs from now on: one that is due is started, and one that is not due any more, or that another carrier is to
 * book, is canceled.
 */
export function followLabel(
  input: ReturnInput,
  running: RunningLabel | null,
  label: ReturnLabel | undefined,
  wake: () => void,
): RunningLabel | null {
  const carrier = label?.due ? label.carrier : null;
  const current = running?.isOver ? null : running;
  if (current?.carrier === carrier) return current;
  current?.cancel();
  return carrier === null ? null : startLabel(input, carrier, wake);
}

function book({ returnId, number }: ReturnInput, carrier: string, wake: () => void): Promise<unknown> {
  const summary = plainSummary(`Book the label of return ${number}: ${carrier}`);
  return untilAnswered<ReturnActivities, unknown>({
    carrier,
    patience,
    run: ({ bookReturnLabel }) => bookReturnLabel.executeWithOptions({ summary }, [{ returnId, carrier }]),
    onAway: async ({ detail }) => {
      await report({ returnId, number }, `${detail.replace(/\.$/, '')}. Conveyor tries on.`, true);
      wake();
    },
  });
}

function report({ returnId, number }: Pick<ReturnInput, 'returnId' | 'number'>, problem: string, triesOn: boolean) {
  return call('reportLabelFailure', [returnId, problem, triesOn], `Return ${number} has no label yet: ${problem}`);
}
