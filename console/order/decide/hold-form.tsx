import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { DecisionFormProps } from './decide.tsx';
import { Effects } from './effects.tsx';

/**
 * Puts the order on hold. For one that is on hold it changes the reason.
 * @param proposed the reason that is filled in for an order that is not on hold
 */
export function HoldForm({
  shown: { order, progress },
  proposed = '',
  onClose,
}: DecisionFormProps & { readonly proposed?: string | undefined }) {
  const texts = useTexts().order.decide;
  const [reason, setReason] = useState(order.hold_reason ?? proposed);
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
