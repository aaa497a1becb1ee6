import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReturnOrderInspect } from '../../../client/browser.ts';
import { type Place, PlaceField } from '../../order/next/place-field.tsx';
import { numberOf } from '../../setup/records/kind.ts';
import { partOf, undecided } from '../returns.ts';
import { useReturnTexts } from '../texts/use-texts.ts';
import { ReturnDialog, type ReturnFormProps } from './dialog.tsx';
import { QuantityField, useRows } from './quantities.tsx';

type Outcome = ReturnOrderInspect['units'][number]['outcome'];

interface Verdict {
  readonly outcome: Outcome | '';
  readonly qty: string;
}

/** Sends the outcomes of units. A unit without one waits. One location and one reason are for all of an outcome. */
export function InspectForm(props: ReturnFormProps) {
  const { one } = props;
  const texts = useReturnTexts();
  const [restockAt, setRestockAt] = useState<Place | null>(null);
  const [quarantineAt, setQuarantineAt] = useState<Place | null>(null);
  const [reason, setReason] = useState('');
  const parts = new Map(one.lines.map((line) => [line.part_id, partOf(line)]));
  const units = one.units.filter((unit) => undecided(unit) > 0);
  const { valuesOf, set } = useRows<Verdict>((id) => {
    const unit = units.find((each) => each.id === id);
    return { outcome: '', qty: String(unit ? undecided(unit) : 0) };
  });
  const chosen = units.flatMap(({ id }) => {
    const { outcome, qty } = valuesOf(id);
    return outcome === '' ? [] : [{ unit_id: id, outcome, qty: numberOf(qty) ?? 0 }];
  });
  const has = (outcome: Outcome) => chosen.some((verdict) => verdict.outcome === outcome);
  const body = {
    units: chosen.map((verdict) => {
      if (verdict.outcome === 'restock') return { ...verdict, location_id: restockAt?.id ?? null };
      if (verdict.outcome === 'quarantine') return { ...verdict, location_id: quarantineAt?.id ?? null };
      return verdict.outcome === 'scrap' ? { ...verdict, reason: reason.trim() } : verdict;
    }),
  };
  const isReady =
    chosen.length > 0 &&
    (!has('restock') || restockAt !== null) &&
    (!has('quarantine') || quarantineAt !== null) &&
    (!has('scrap') || reason.trim() !== '');
  const outcomes = [
    { value: '', label: texts.later },
    ...Object.entries(texts.outcomes).map(([value, label]) => ({ value, label })),
  ];
  return (
    <ReturnDialog {...props} isReady={isReady} action={(client) => client.returnorder.inspect(one.id, body)}>
      {units.map((unit) => {
        const { id, serial, lot, condition } = unit;
        const name = [parts.get(unit.part_id), serial ?? lot, condition].filter(Boolean).join(', ');
        return (
          <div key={id} className="record-columns">
            <NativeSelect
              label={texts.outcomeOf(name)}
              data={outcomes}
              value={valuesOf(id).outcome}
              onChange={({ currentTarget }) => set(id, { outcome: currentTarget.value as Verdict['outcome'] })}
            />
            {serial === null && (
              <QuantityField
                label={texts.quantityOf(name)}
                text={valuesOf(id).qty}
                onType={(qty) => set(id, { qty })}
              />
            )}
          </div>
        );
      })}
      {has('restock') && (
        <PlaceField
          siteId={one.site_id}
          label={texts.restockPlace}
          proposed={null}
          fault={null}
          onChange={setRestockAt}
        />
      )}
      {has('quarantine') && (
        <PlaceField
          siteId={one.site_id}
          label={texts.quarantinePlace}
          isInUse={false}
          proposed={null}
          fault={null}
          onChange={setQuarantineAt}
        />
      )}
      {has('scrap') && (
        <TextInput
          label={texts.scrapReason}
          required
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </ReturnDialog>
  );
}
