import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client as service } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import { numberOf } from './amounts.ts';
import { type NextFormProps, sending } from './call-form-props.ts';
import { type Place, PlaceField } from './place-field.tsx';
import { unitsOf } from './tracked-units.ts';

interface Adjustment {
  readonly part_id: number;
  readonly location_id: number | null;
  readonly qty: number;
  readonly tracking?: readonly unknown[];
}

/** The longest reason that the service takes. */
const longestReason = 200;

/**
 * Adds stock that has arrived: how much, where it lies, why, and its lots or serial numbers. The quantity is empty
 * at first, because only the person at the shelf knows it.
 */
export function StockForm(props: NextFormProps) {
  const { call, shown, onClose } = props;
  const texts = useTexts().order.next;
  const missing = call.body as Adjustment;
  const [text, setText] = useState('');
  const [typed, setTyped] = useState('');
  const [expires, setExpires] = useState('');
  const [reason, setReason] = useState('');
  const [place, setPlace] = useState<Place | null>(null);
  const part = usePart(missing.part_id);
  const kind = part?.tracking ?? (missing.tracking ? 'serial' : 'none');
  const tracking = unitsOf(text, kind, numberOf(typed), expires);
  const qty = kind === 'serial' ? tracking.length : numberOf(typed);
  const values = {
    ...{ part_id: missing.part_id, location_id: place?.id ?? null, qty },
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(kind !== 'none' && { tracking }),
  };
  const action = sending(props, values);
  const isReady = qty > 0 && place !== null && reason.trim() !== '' && (kind === 'none' || tracking.length > 0);
  return (
    <CallForm
      {...{ values: { tracking: [], reason: '', ...values }, action, onClose, isReady }}
      orderId={shown.order.id}
      button={texts.stockTitle}
    >
      {(faults) => (
        <>
          <Text>{texts.stockMissing(missing.qty, part?.number ?? `${missing.part_id}`)}</Text>
          {kind !== 'serial' && (
            <TextInput
              label={texts.stockQty}
              inputMode="decimal"
              required
              data-autofocus
              value={typed}
              error={faults.qty}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {kind !== 'none' && (
            <TrackedFields {...{ kind, text, setText, expires, setExpires }} fault={faults.tracking ?? faults.qty} />
          )}
          <PlaceField
            siteId={shown.order.site_id}
            proposed={missing.location_id}
            fault={faults.location_id}
            onChange={setPlace}
          />
          <TextInput
            label={texts.stockReason}
            description={texts.stockReasonHint}
            required
            maxLength={longestReason}
            value={reason}
            error={faults.reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      )}
    </CallForm>
  );
}

interface TrackedFieldsProps {
  readonly kind: string;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly expires: string;
  readonly setExpires: (day: string) => void;
  readonly fault: ReactNode;
}

/** The lots or serial numbers of the units, and their common expiry date. */
function TrackedFields({ kind, text, setText, expires, setExpires, fault }: TrackedFieldsProps) {
  const texts = useTexts().order.next;
  return (
    <>
      <Textarea
        label={texts.tracked(texts.kinds[kind] ?? kind)}
        required
        rows={4}
        value={text}
        error={fault}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={texts.stockExpires}
        value={expires}
        onChange={({ currentTarget }) => setExpires(currentTarget.value)}
      />
    </>
  );
}

/** Reads the part that is short, which says whether its units have lots or serial numbers. */
function usePart(id: number) {
  const permits = usePermits();
  return useQuery({
    queryKey: ['part', id],
    queryFn: () => service.part.get(id),
    enabled: permits('part.read'),
  }).data;
}
