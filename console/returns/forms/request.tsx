import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReturnOrder, SalesOrderLine } from '../../../client/browser.ts';
import { FormDialog } from '../../common/form-dialog.tsx';
import { useSending } from '../../common/use-sending.ts';
import type { Action } from '../../ground/action.ts';
import type { OrderRecord } from '../../order/order.ts';
import { numberOf, textOf } from '../../setup/records/kind.ts';
import { useReturnTexts } from '../texts/use-texts.ts';
import { QuantityField, useRows } from './quantities.tsx';

interface RequestFormProps {
  readonly order: OrderRecord;
  /** The lines whose goods left, with their parts if the user may read them. */
  readonly lines: readonly SalesOrderLine[];
  readonly onClose: () => void;
}

/** Requests a return of an order, and leads to it. */
export function RequestForm({ order, lines, onClose }: RequestFormProps) {
  const texts = useReturnTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { refusal, isSending, send } = useSending({});
  const { valuesOf, set } = useRows(() => ({ qty: '0' }));
  const reason = textOf(typed);
  const body = {
    salesorder_id: order.id,
    ...(reason === null ? {} : { reason }),
    lines: lines.flatMap(({ id }) => {
      const qty = numberOf(valuesOf(id).qty) ?? 0;
      return qty === 0 ? [] : [{ line_id: id, qty }];
    }),
  };
  const action: Action<ReturnOrder> = (client) => client.returnorder.create(body);
  return (
    <FormDialog
      {...{ refusal, action, isSending, onClose }}
      title={texts.requestTitle(order.number)}
      explained={texts.requestExplained}
      yes={texts.requestYes}
      cancel={texts.keep}
      onSubmit={() => void send(action, ({ id }) => navigate({ to: '/returns/$id', params: { id: String(id) } }))}
    >
      {lines.map(({ id, part, part_id, description }) => (
        <QuantityField
          key={id}
          label={texts.quantityOf(part?.number ?? description ?? String(part_id))}
          text={valuesOf(id).qty}
          onType={(qty) => set(id, { qty })}
        />
      ))}
      <TextInput
        label={texts.requestReason}
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
