import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { DecisionFormProps } from './decide.tsx';
import { openSteps, type PlannedStep, stepsOfDecision } from './decisions.ts';
import { Effects } from './effects.tsx';

/** Skips a step, or has people or the engine do one step or all. */
export function StepForm({ shown: { order, progress }, decision, onClose }: DecisionFormProps) {
  const {
    order: { decide: texts, track },
    steps: names,
  } = useTexts();
  const possible = stepsOfDecision(decision, progress);
  const isSkip = decision === 'skip';
  const [chosen, setChosen] = useState<string>(isSkip ? (possible[0]?.step ?? '') : '');
  const step = possible.find((each) => each.step === chosen)?.step;
  const nameOf = (name: string) => names[name] ?? name;
  const words = decision as 'skip' | 'byhand' | 'automatic';
  const action = (client: Client) => {
    if (isSkip) return client.salesorder.skip(order.id, { step: step ?? 'pack' });
    const body = step === undefined ? {} : { step };
    return decision === 'byhand'
      ? client.salesorder.byhand(order.id, body)
      : client.salesorder.automatic(order.id, body);
  };
  const next = nextAfter(decision, openSteps(progress), step);
  const by = next && (next.by === 'hand' ? track.hand : track.automatic);
  const effects = [
    isSkip ? texts.does.skip(nameOf(step ?? '')) : texts.does[decision as 'byhand' | 'automatic'],
    next && by ? texts.does.next(nameOf(next.step), by) : texts.does.noNext,
    texts.does.outranks,
  ];
  const values = { step: chosen };
  return (
    <CallForm
      {...{ values, action, onClose }}
      orderId={order.id}
      isReady={possible.length > 0}
      button={texts.buttons[words]}
    >
      {(faults) => (
        <>
          <NativeSelect
            label={texts.step}
            data-autofocus
            value={chosen}
            error={faults.step}
            data={[
              ...(isSkip ? [] : [{ value: '', label: texts.allSteps }]),
              ...possible.map((each) => ({ value: each.step, label: nameOf(each.step) })),
            ]}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <Effects of={effects} />
        </>
      )}
    </CallForm>
  );
}

/** Returns the step that comes next after the decision, and by whom. */
function nextAfter(decision: string, open: readonly PlannedStep[], step: string | undefined) {
  const [next] = decision === 'skip' ? open.filter((each) => each.step !== step) : open;
  if (!next || decision === 'skip') return next;
  const isChanged = step === undefined || next.step === step;
  return isChanged ? { ...next, by: decision === 'byhand' ? ('hand' as const) : ('automatic' as const) } : next;
}
