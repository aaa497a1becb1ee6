import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReturnedPlaces, ReturnOrderInspect } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { type Place, PlaceField } from '../../order/next/place-field.tsx';
import { numberOf } from '../../setup/records/kind.ts';
import { partOf, returnsKey, undecided } from '../returns.ts';
import { useReturnTexts } from '../texts/use-texts.ts';
import { ReturnDialog, type ReturnFormProps } from './dialog.tsx';
import { QuantityField, useRows } from './quantities.tsx';

type Outcome = ReturnOrderInspect['units'][number]['outcome'];

interface Verdict {
  readonly outcome: Outcome | '';
  readonly qty: string;
}

/** The outcomes whose units stay, each with whether orders get them. */
const staying = { restock: true, quarantine: false } as const;
type Staying = keyof typeof staying;

/** Sends the outcomes of units. A unit without one waits. The units of a part with the same outcome go to one location, and one reason is for all that are scrapped. */
export function InspectForm(props: ReturnFormProps) {
  const { one } = props;
  const texts = useReturnTexts();
  const [places, setPlaces] = useState<ReadonlyMap<string, Place | null>>(new Map());
  const [reason, setReason] = useState('');
  const proposed = useProposed(one.id);
  const parts = new Map(one.lines.map((line) => [line.part_id, partOf(line)]));
  const units = one.units.filter((unit) => undecided(unit) > 0);
  const { valuesOf, set } = useRows<Verdict>((id) => {
    const unit = units.find((each) => each.id === id);
    return { outcome: '', qty: String(unit ? undecided(unit) : 0) };
  });
  const chosen = units.flatMap(({ id, part_id }) => {
    const { outcome, qty } = valuesOf(id);
    return outcome === '' ? [] : [{ part_id, unit_id: id, outcome, qty: numberOf(qty) ?? 0 }];
  });
  const needed = (Object.keys(staying) as Staying[]).flatMap((outcome) =>
    [...new Set(chosen.flatMap((one) => (one.outcome === outcome ? [one.part_id] : [])))].map((part_id) => ({
      outcome,
      part_id,
    })),
  );
  const placeOf = ({ outcome, part_id }: { outcome: Outcome; part_id: number }) =>
    places.get(keyOf(outcome, part_id)) ?? null;
  const isScrapped = chosen.some(({ outcome }) => outcome === 'scrap');
  const body = {
    units: chosen.map(({ part_id, ...verdict }) => {
      const { outcome } = verdict;
      if (outcome in staying) return { ...verdict, location_id: placeOf({ outcome, part_id })?.id ?? null };
      return outcome === 'scrap' ? { ...verdict, reason: reason.trim() } : verdict;
    }),
  };
  const isReady =
    chosen.length > 0 && needed.every((each) => placeOf(each) !== null) && (!isScrapped || reason.trim() !== '');
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
      {needed.map(({ outcome, part_id }) => (
        <PlaceField
          key={keyOf(outcome, part_id)}
          siteId={one.site_id}
          label={texts.placeOf[outcome](parts.get(part_id) ?? String(part_id))}
          isInUse={staying[outcome]}
          proposed={proposed.find((each) => each.part_id === part_id)?.[outcome]?.location_id ?? null}
          fault={null}
          onChange={(place) => setPlaces((before) => new Map(before).set(keyOf(outcome, part_id), place))}
        />
      ))}
      {isScrapped && (
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

const keyOf = (outcome: Outcome, partId: number) => `${outcome}/${partId}`;

/** Reads where the service would put the units of a return. */
function useProposed(id: number): readonly ReturnedPlaces[] {
  const { data = [] } = useQuery({
    queryKey: [...returnsKey, id, 'putaway'],
    queryFn: () => client.returnorder.putaway(id),
  });
  return data;
}
