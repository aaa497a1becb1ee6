import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';

export interface Place {
  readonly id: number;
  readonly name: string;
}

export interface PlaceFieldProps {
  readonly siteId: number;
  /** Default: the word for a place of stock. */
  readonly label?: string;
  /** Whether orders get the units there. Default: true. */
  readonly isInUse?: boolean;
  /** The place that is filled in at first. */
  readonly proposed: number | null;
  readonly fault: ReactNode;
  readonly onChange: (place: Place | null) => void;
}

/** The id of the location type Storage. */
const storage = 1;
/** Places that are offered while somebody types. */
const most = 20;
/** Milliseconds after the last key before the places are read. */
const pause = 200;

/** A storage place of a site, by its name or its barcode. A scanner can fill it. */
export function PlaceField({ siteId, label, isInUse = true, proposed, fault, onChange }: PlaceFieldProps) {
  const texts = useTexts().order.next;
  const permits = usePermits();
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const mayRead = permits('location.read');
  const first = useQuery({
    queryKey: ['location', proposed],
    queryFn: () => client.location.get(proposed ?? 0),
    enabled: mayRead && proposed !== null,
  }).data;
  const text = typed ?? first?.name ?? (mayRead || proposed === null ? '' : `${proposed}`);
  const [settled] = useDebouncedValue(text, pause);
  const { data } = useQuery({
    queryKey: ['location', 'at', siteId, isInUse, settled],
    queryFn: () => client.location.list({ filter: filterOf(siteId, isInUse, settled), sort: 'name', perPage: most }),
    enabled: mayRead && settled !== '',
  });
  const places = data?.data ?? [];
  const same = text.trim().toLowerCase();
  const place =
    places.find(({ name, barcode }) => name.toLowerCase() === same || barcode?.toLowerCase() === same) ??
    (first && first.name === text ? first : null) ??
    // A user who may not read places can take the proposed one.
    (mayRead || proposed === null ? null : { id: proposed, name: text });
  const id = place?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form needs to know another place, and no other change
  useEffect(() => onChange(place && { id: place.id, name: place.name }), [id]);
  const isUnknown = text !== '' && settled === text && data !== undefined && place === null;
  return (
    <>
      <TextInput
        label={label ?? texts.stockPlace}
        required
        readOnly={!mayRead}
        list={list}
        autoComplete="off"
        value={text}
        error={fault ?? (isUnknown ? texts.noPlace(text) : undefined)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={list}>
        {places.map(({ name, id: of }) => (
          <option key={of} value={name} />
        ))}
      </datalist>
    </>
  );
}

function filterOf(siteId: number, isInUse: boolean, text: string): string {
  const literal = JSON.stringify(text.replaceAll('%', '\\%'));
  return `site_id = ${siteId} && locationtype_id = ${storage} && active = ${isInUse} && (name % ${literal} || barcode = ${literal})`;
}
