import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReturnOrderLine, ReturnOrderReceive } from '../../../client/browser.ts';
import { type Place, PlaceField } from '../../order/next/place-field.tsx';
import { numberOf, textOf } from '../../setup/records/kind.ts';
import { awaited, partOf } from '../returns.ts';
import { useReturnTexts } from '../texts/use-texts.ts';
import { ReturnDialog, type ReturnFormProps } from './dialog.tsx';
import { QuantityField, useRows } from './quantities.tsx';

interface Arrived {
  readonly qty: string;
  /** A lot, or a serial number on each line. */
  readonly tracking: string;
  readonly condition: string;
}

/** Receives units of a return: how many of each line, their lot or serial numbers, and how they look. */
export function ReceiveForm(props: ReturnFormProps) {
  const { one } = props;
  const texts = useReturnTexts();
  const [place, setPlace] = useState<Place | null>(null);
  const lines = one.lines.filter((line) => awaited(line) > 0);
  const { valuesOf, set } = useRows<Arrived>((id) => {
    const line = lines.find((each) => each.id === id);
    return { qty: String(line ? awaited(line) : 0), tracking: '', condition: '' };
  });
  const entries = lines.flatMap((line) => entriesOf(line, valuesOf(line.id)));
  const body = { location_id: place?.id ?? 0, lines: entries };
  return (
    <ReturnDialog
      {...props}
      isReady={place !== null && entries.length > 0}
      action={(client) => client.returnorder.receive(one.id, body)}
    >
      <PlaceField
        siteId={one.site_id}
        label={texts.waitingPlace}
        isInUse={false}
        proposed={one.location_id}
        fault={null}
        onChange={setPlace}
      />
      {lines.map((line) => (
        <div key={line.id} className="record-columns">
          <TrackingField line={line} values={valuesOf(line.id)} onType={(values) => set(line.id, values)} />
          <TextInput
            label={texts.conditionOf(partOf(line))}
            maxLength={50}
            autoComplete="off"
            value={valuesOf(line.id).condition}
            onChange={({ currentTarget }) => set(line.id, { condition: currentTarget.value })}
          />
        </div>
      ))}
    </ReturnDialog>
  );
}

interface TrackingFieldProps {
  readonly line: ReturnOrderLine;
  readonly values: Arrived;
  readonly onType: (values: Partial<Arrived>) => void;
}

/** The quantity of a line, with its lot; or its serial numbers, which are its quantity. */
function TrackingField({ line, values, onType }: TrackingFieldProps) {
  const texts = useReturnTexts();
  const part = partOf(line);
  const kind = line.part?.tracking ?? 'none';
  if (kind === 'serial') {
    return (
      <Textarea
        label={texts.serialsOf(part)}
        rows={3}
        value={values.tracking}
        onChange={({ currentTarget }) => onType({ tracking: currentTarget.value })}
      />
    );
  }
  return (
    <>
      <QuantityField label={texts.quantityOf(part)} text={values.qty} onType={(qty) => onType({ qty })} />
      {kind === 'lot' && (
        <TextInput
          label={texts.lotOf(part)}
          autoComplete="off"
          value={values.tracking}
          onChange={({ currentTarget }) => onType({ tracking: currentTarget.value })}
        />
      )}
    </>
  );
}

/** Returns the entries of the body for a line: one for each serial number, and none for 0 units. */
function entriesOf({ id, part }: ReturnOrderLine, { qty, tracking, condition }: Arrived): ReturnOrderReceive['lines'] {
  const look = textOf(condition);
  const common = { line_id: id, ...(look === null ? {} : { condition: look }) };
  if (part?.tracking === 'serial') {
    const serials = tracking.split('\n').map((text) => text.trim());
    return serials.filter((serial) => serial !== '').map((serial) => ({ ...common, qty: 1, serial }));
  }
  const units = numberOf(qty) ?? 0;
  if (units === 0) return [];
  const lot = textOf(tracking);
  return [{ ...common, qty: units, ...(lot === null ? {} : { lot }) }];
}
