import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { DecisionFormProps } from './decide.tsx';
import { Effects } from './effects.tsx';

/** Puts the order on hold. For one that is on hold it changes the reason. */
export function HoldForm({ shown: { order, progress }, onClose }: DecisionFormProps) {
  const texts = useTexts().order.decide;
  const [reason, setReason] = useState(order.hold_reason ?? '');
  const action = (client: Client) => client.salesorder.hold(order.id, { reason });
  return (
    <CallForm orderId={order.id} values={{ reason }} action={action} button={texts.buttons.hold} onClose={onClose}>
      {(faults) => (
        <>
          <Effects of={progress.held ? texts.does.holdAgain : texts.does.hold} />
          <TextInput
            label={texts.reason}
            description={texts.reasonHint}
            required
            data-autofocus
            value={reason}
            error={faults.reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      )}
    </CallForm>
  );
}
