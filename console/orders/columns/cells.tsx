import { Anchor, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTick } from '../../ground/tick.ts';
import { ago, briefly, moment } from '../../ground/time.ts';
import type { Texts } from '../../texts/en.ts';
import { fulfilled, stateWord } from '../../texts/order-state.ts';
import type { OrderRow } from '../rows.ts';

const colors = { attention: 'red', held: 'yellow', waiting: 'gray', working: 'green', done: 'blue' } as const;

export function OrderLink({ row: { id, number } }: { readonly row: OrderRow }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />} inherit>
      {number}
    </Anchor>
  );
}

export function State({ row, texts }: { readonly row: OrderRow; readonly texts: Texts }) {
  const { state, isGone } = row;
  const why = [isGone && texts.orders.gone, texts.whereabouts(row)].filter(Boolean).join(' · ');
  return (
    <>
      <Badge
        color={row.state === 'done' && row.status_id !== fulfilled ? 'gray' : colors[state]}
        variant="dot"
        size="sm"
        tt="none"
      >
        {stateWord(row, texts)}
      </Badge>{' '}
      <span title={why}>{why}</span>
    </>
  );
}

/** The consignee and the city. Where the customer is the consignee, the city alone: it would be cut behind the name. */
export function ShipTo({ row }: { readonly row: OrderRow }) {
  const { ship_to_name, ship_city, customer } = row as OrderRow & { readonly customer?: { readonly name: string } };
  const all = [ship_to_name, ship_city].filter(Boolean).join(', ');
  return <span title={all}>{(ship_to_name === customer?.name && ship_city) || all}</span>;
}

/** Milliseconds. */
const minute = 60_000;

interface TimeProps {
  readonly at: unknown;
  readonly language: string;
}

export interface SinceProps {
  readonly row: OrderRow;
  readonly texts: Texts;
  readonly language: string;
}

export function Since({ row: { since }, texts, language }: SinceProps) {
  useTick(minute);
  return (
    <time dateTime={since} title={`${ago(since, language)}, ${moment(since, language)}`}>
      {briefly(since, texts.units)}
    </time>
  );
}

/** Formats by language: making one takes longer than writing a hundred times with it. */
const formats = new Map<string, { readonly time: Intl.DateTimeFormat; readonly amount: Intl.NumberFormat }>();

function formatsOf(language: string) {
  const known = formats.get(language);
  if (known) return known;
  const made = {
    time: new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' }),
    amount: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 10 }),
  };
  formats.set(language, made);
  return made;
}

export function Time({ at, language }: TimeProps) {
  if (typeof at !== 'string') return null;
  return (
    <time dateTime={at} title={moment(at, language)}>
      {formatsOf(language).time.format(new Date(at))}
    </time>
  );
}

/** Amounts have two digits at least, so that the points of a column stand below each other. */
export function Amount({ value, language }: { readonly value: unknown; readonly language: string }) {
  return value === null || value === undefined ? null : formatsOf(language).amount.format(Number(value));
}

/** A text that may be longer than its cell: the title has all of it. */
export const Words = ({ text }: { readonly text: string }) => <span title={text}>{text}</span>;

/** Returns a value as text. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the values at a path as text, with commas where a relation leads to several records. */
export function valueAt(row: unknown, path: string): string {
  const values = path
    .split('.')
    .reduce<readonly unknown[]>(
      (records, name) => records.flatMap((record) => (record as Record<string, unknown> | null)?.[name] ?? []),
      [row],
    );
  return values.map(plain).join(', ');
}
