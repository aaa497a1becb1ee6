import type { Texts } from '../../texts/en.ts';
import type { OrderRow } from '../rows.ts';
import { Amount, OrderLink, plain, ShipTo, Since, State, Time, valueAt, Words } from './cells.tsx';
import type { Column } from './column.ts';
import { Track } from './track.tsx';

type Shape = Omit<Column, 'name' | 'title'>;

const isJson = (name: string) => name === 'custom' || name === 'attention';

const words = (name: keyof OrderRow, width: number, more: Partial<Shape> = {}): [string, Shape] => [
  name,
  { width, sort: name, cell: (row) => <Words text={plain(row[name])} />, ...more },
];

/** Names of related records are nothing that a list can be sorted by. */
const related = (path: string, width: number): [string, Shape] => {
  const [embed = ''] = path.split('.');
  return [path, { width, grows: 1, embed, cell: (row) => <Words text={valueAt(row, path)} /> }];
};

/** Returns all columns that the list offers, by name. */
export function catalogue(texts: Texts, language: string): ReadonlyMap<string, Shape> {
  const time = (name: keyof OrderRow): [string, Shape] =>
    words(name, 140, { cell: (row) => <Time at={row[name]} language={language} /> });
  const amount = (name: keyof OrderRow): [string, Shape] =>
    words(name, 84, { isNumber: true, cell: (row) => <Amount value={row[name]} language={language} /> });
  return new Map<string, Shape>([
    words('number', 92, { cell: (row) => <OrderLink row={row} /> }),
    related('customer.name', 122),
    // By the alphabet, pack would come before pick.
    ['step', { width: 76, cell: (row) => <Track row={row} texts={texts} /> }],
    words('state', 276, { grows: 1.4, cell: (row) => <State row={row} texts={texts} /> }),
    words('since', 72, { cell: (row) => <Since row={row} texts={texts} language={language} /> }),
    related('carrier.name', 106),
    words('ship_to_name', 104, {
      grows: 1,
      cell: (row) => <ShipTo row={row} />,
    }),
    amount('total'),
    words('priority', 64, { isNumber: true }),
    words('status_id', 120, { cell: ({ status_id }) => texts.views.statuses[status_id] }),
    time('created_at'),
    time('issue_date'),
    time('issue_requested_at'),
    time('held_at'),
    time('fulfilled_at'),
    time('updated_at'),
    words('note', 180, { grows: 1 }),
    words('hold_reason', 180, { grows: 1 }),
    related('site.name', 120),
    related('source.name', 120),
    related('job.name', 120),
    related('carrierservicelevel.name', 130),
    words('wave', 110),
    words('ship_postal_code', 110),
    words('ship_country', 90),
    amount('subtotal'),
    amount('total_discount'),
    amount('total_fee'),
    amount('total_tax'),
    words('id', 80, { isNumber: true }),
  ]);
}

/**
 * Returns the columns of these names. A saved view can name any field: one that the list does not offer is shown as plain text under
 * its name.
 */
export function columnsOf(names: readonly string[], texts: Texts, language: string): readonly Column[] {
  const offered = catalogue(texts, language);
  return names.map((name) => ({
    name,
    title: texts.views.fields[name] ?? name,
    ...(offered.get(name) ?? otherColumn(name)),
  }));
}

function otherColumn(path: string): Shape {
  const relations = path.split('.').slice(0, -1);
  const embed = relations.length > 0 && !isJson(relations[0] ?? '') ? { embed: relations.join('.') } : {};
  return { width: 140, grows: 1, ...embed, cell: (row) => <Words text={valueAt(row, path)} /> };
}
