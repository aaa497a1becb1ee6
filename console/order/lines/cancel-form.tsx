import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import { numberOf } from '../next/amounts.ts';
import type { OrderRecord } from '../order.ts';
import { type LineRow, openOf } from './rows.ts';

interface CancelFormProps {
  readonly order: OrderRecord;
  readonly row: LineRow;
  readonly onClose: () => void;
}

/** Cancels units of a line that have not left. The form begins with all of them. */
export function CancelForm({ order, row, onClose }: CancelFormProps) {
  const texts = useTexts().order.lines;
  const [typed, setTyped] = useState(String(openOf(row)));
  const [text, setText] = useState('');
  const reason = text.trim();
  const qty = numberOf(typed);
  const action = ({ salesorder }: Client) => salesorder.line.cancel(order.id, row.id, { qty, reason });
  return (
    <CallForm
      {...{ values: { qty, reason }, action, onClose }}
      orderId={order.id}
      button={texts.cancelYes}
      isReady={qty > 0 && reason !== ''}
      isGrave
    >
      {(faults) => (
        <>
          <Text size="sm">{texts.cancelExplained(openOf(row))}</Text>
          <TextInput
            label={texts.cancelQty}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
            value={typed}
            error={faults.qty}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <TextInput
            label={texts.cancelReason}
            maxLength={500}
            autoComplete="off"
            required
            value={text}
            error={faults.reason}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </>
      )}
    </CallForm>
  );
}
