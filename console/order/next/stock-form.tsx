import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { client as service } from '../../ground/client.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { NextFormProps } from './address-form.tsx';

interface Adjustment {
  readonly part_id: number;
  readonly qty: number;
}

/** Adds missing stock of a part with lots or serial numbers, which somebody has to name. */
export function StockForm({ call: { path, body }, orderId, onClose }: NextFormProps) {
  const texts = useTexts().order.next;
  const adjustment = body as Adjustment;
  const [text, setText] = useState('');
  const { data: part } = useQuery({
    queryKey: ['part', adjustment.part_id],
    queryFn: () => service.part.get(adjustment.part_id),
  });
  const kind = part?.tracking ?? 'serial';
  const tracking = unitsOf(text, kind, adjustment.qty);
  const values = { ...adjustment, tracking };
  const action = (client: Client) => client.request({ method: 'POST', path, body: values });
  return (
    <CallForm {...{ orderId, values, action, onClose }} isReady={tracking.length > 0} button={texts.stockTitle}>
      {(faults) => (
        <Textarea
          label={texts.tracked(texts.kinds[kind] ?? kind)}
          description={part && `${part.number}: ${adjustment.qty}`}
          rows={5}
          value={text}
          error={faults.tracking ?? faults.qty}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </CallForm>
  );
}

/** Returns the units that a text names: a serial number a line, or a lot a line with its quantity. One lot alone has all units. */
function unitsOf(text: string, kind: string, qty: number): Record<string, string | number>[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (kind !== 'lot') return lines.map((serial) => ({ serial }));
  return lines.map((line) => {
    const [, lot = line, own] = /^(.*\S)\s+(\d+(?:\.\d+)?)$/.exec(line) ?? [];
    return { lot, qty: own ?? qty };
  });
}
