import type { OrderRecord } from '../../../client/any-order.ts';
import type { Client } from '../../../client/client.ts';
import { decimal } from '../../../lib/expressions/decimal.ts';
import { grouped } from '../../../lib/grouped.ts';
import { faultLine, type Place } from '../rows/place.ts';
import { pages, pathOf, type Served } from './directory.ts';
import type { Body, Draft } from './draft.ts';
import { ordersOf } from './orders.ts';
import { faultOf, type ImportContext } from './write.ts';

/** A difference between an order in Conveyor and the files, with the call that removes it. */
interface Difference {
  readonly place: Place;
  /** Without the number of the order. */
  readonly sentence: string;
  readonly call: { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body?: Body };
  /** Places of the values of the body of the call, by JSON pointer. */
  readonly places: Draft['places'];
}

/** A line of an order, in the files or in Conveyor. */
interface Line {
  readonly part_id: number;
  readonly qty?: unknown;
  readonly unit_price?: unknown;
  readonly description?: unknown;
  readonly discounts?: readonly Charge[];
  readonly fees?: readonly Charge[];
  readonly taxes?: readonly Charge[];
}

export type ServedLine = Line & Served & { readonly part: { readonly number: string } };

/** A discount, a fee or a tax. A tax has a name of its own, and the others have a kind. */
interface Charge {
  readonly discount_id?: number;
  readonly fee_id?: number;
  readonly name?: string;
  readonly rate?: unknown;
  readonly included?: boolean;
  readonly amount: unknown;
}

/** A line of the files with its JSON pointer in the draft. */
interface Wanted {
  readonly line: Line;
  readonly at: string;
}

/** The id of the type Sale, the one type of line that an import makes. */
const saleType = 1;

/** Reads the lines of existing sales orders. @returns the lines by the id of their order, in their order */
export async function linesOf(client: Client, orders: readonly Served[]): Promise<ReadonlyMap<number, ServedLine[]>> {
  const lines = new Map<number, ServedLine[]>(orders.map(({ id }) => [id, []]));
  for (const some of pages(orders.map(({ id }) => String(id)))) {
    const query = {
      filter: `salesorder_id IN (${some.join(', ')}) && linetype_id = ${saleType}`,
      embed: 'part,discounts.discount,fees.fee,taxes',
    } as const;
    for await (const line of client.salesorderline.each(query)) {
      lines.get(line.salesorder_id)?.push(line as unknown as ServedLine);
    }
  }
  return lines;
}

/**
 * Reads the lines of the existing orders, and returns a function that compares one of them with its draft. A draft order follows
 * the files if the entry has `update: true`. Of every other order the import says what differs.
 */
export function compareOrders(context: ImportContext, kind: OrderRecord) {
  return async (orders: readonly Served[]) => {
    // Orders of other kinds have their lines in the list.
    const lines =
      kind === 'salesorder'
        ? await linesOf(context.client, orders)
        : new Map(orders.map(({ id, lines }) => [id, lines as ServedLine[]]));
    return async (draft: Draft, order: Served): Promise<boolean> => {
      const there = lines.get(order.id);
      // An order that another client made in the meantime was not read.
      if (!there) return false;
      const path = `${pathOf(kind)}/${order.id}`;
      const differences = differencesOf({ draft, order, there, path, nameOf: namesIn(context, draft) });
      return settle(context, kind, { draft, order, differences });
    };
  };
}

/** The words for the states of an order. */
const states: Readonly<Record<number, string>> = {
  2: 'issued',
  3: 'in progress',
  4: 'fulfilled',
  5: 'closed short',
  6: 'void',
};
const draftStatus = 1;
const inProgress = 3;

/** An existing order that differs from its draft. */
interface DifferentOrder {
  readonly draft: Draft;
  readonly order: Served;
  readonly differences: readonly Difference[];
}

/** Applies the differences, or says them. @returns whether the order changes */
async function settle(context: ImportContext, kind: OrderRecord, different: DifferentOrder): Promise<boolean> {
  const { draft, order, differences } = different;
  if (differences.length === 0) return false;
  const status = Number(order.status_id);
  const isDraft = status === draftStatus;
  if (isDraft && draft.update && !context.check) return apply(context, kind, different);
  const advice = status <= inProgress ? 'so change it in Conveyor' : 'and cannot change any more';
  for (const { place, sentence } of differences) {
    const whole = `${draft.key}: ${sentence}`;
    if (!isDraft) context.fault(place.fault(`${whole}; the order is ${states[status]}, ${advice}`));
    else {
      const then = draft.update ? 'the import changes the order' : 'with "update: true" the import changes the order';
      context.note(faultLine(place.fault(`${whole}; ${then}`)));
    }
  }
  return isDraft && draft.update;
}

/** Sends the calls of the differences. A refused one is reported, and the others are sent. @returns whether one was done */
async function apply(
  { client, fault }: ImportContext,
  kind: OrderRecord,
  { draft, order, differences }: DifferentOrder,
): Promise<boolean> {
  const orders = ordersOf(client, kind);
  // The engine issues a waiting order as soon as it can, also with half of its changes. It does not issue one on hold.
  const isWaiting = differences.length > 1 && order.issue_requested_at !== null && order.held_at === null;
  if (isWaiting) await orders.hold(order.id, { reason: 'An import changes its lines' });
  let done = 0;
  for (const { call, place, places, sentence } of differences) {
    try {
      await client.request(call);
      done += 1;
    } catch (error) {
      const refusal = faultOf(error, { place, places });
      if (!refusal) throw error;
      fault({ ...refusal, message: `${draft.key}: ${sentence}: ${refusal.message}` });
    }
  }
  if (isWaiting) await orders.release(order.id);
  return done > 0;
}

/** Returns the name of a part, discount or fee of the draft by its id. */
type NameOf = (kind: 'part' | 'discount' | 'fee', id: number | undefined) => string;

function namesIn({ directory }: ImportContext, { references }: Draft): NameOf {
  const names = new Map(references.map(({ kind, name }) => [`${kind}/${directory.find(kind, name)?.id}`, name]));
  return (kind, id) => names.get(`${kind}/${id}`) ?? String(id);
}

/** An existing order with its lines, and its draft. */
interface Compared {
  readonly draft: Draft;
  readonly order: Served;
  readonly there: readonly ServedLine[];
  /** Address of the order. */
  readonly path: string;
  readonly nameOf: NameOf;
}

function differencesOf({ draft, order, there, path, nameOf }: Compared): Difference[] {
  const ofOrder = chargeDifferences({ draft, at: '', path, wanted: draft.body, there: order, of: '', nameOf });
  // A map without lines does not describe them.
  if (!draft.places.has('/lines')) return ofOrder;
  const wanted = ((draft.body.lines ?? []) as Line[]).map((line, index) => ({ line, at: `/lines/${index}` }));
  const { pairs, came, went } = matched(wanted, there);
  return [
    ...came.map(({ line, at }) => ({
      ...whereIs(draft, at),
      sentence: `line of part ${nameOf('part', line.part_id)} with ${shown(line.qty ?? 1)} is in the file and not there`,
      call: { method: 'POST' as const, path: `${path}/line`, body: line as unknown as Body },
    })),
    ...pairs.flatMap(([each, line]) => lineDifferences(draft, each, line, path, nameOf)),
    ...went.map(({ id, part, qty }) => ({
      ...whereIs(draft, ''),
      sentence: `line of part ${part.number} with ${shown(qty)} is there and not in the file`,
      call: { method: 'DELETE' as const, path: `${path}/line/${id}` },
    })),
    ...ofOrder,
  ];
}

/** Assigns the lines of the files to those in Conveyor: of each part first the equal ones, then the others in their order. */
function matched(wanted: readonly Wanted[], there: readonly ServedLine[]) {
  const pairs: [Wanted, ServedLine][] = [];
  const free = grouped(there, ({ part_id }) => part_id);
  const take = (each: Wanted, fits: (line: ServedLine) => boolean): boolean => {
    const lines = free.get(each.line.part_id) ?? [];
    const index = lines.findIndex(fits);
    if (index === -1) return false;
    pairs.push([each, ...lines.splice(index, 1)] as [Wanted, ServedLine]);
    return true;
  };
  const unequal = wanted.filter((each) => !take(each, (line) => changesOf(each.line, line).length === 0));
  const came = unequal.filter((each) => !take(each, () => true));
  return { pairs, came, went: [...free.values()].flat() };
}

/** Returns the fields of a line that differ in Conveyor, each with words such as `2 there and 5 in the file`. */
function changesOf(wanted: Line, there: ServedLine): { name: string; value: unknown; words: string }[] {
  const { qty = '1', unit_price, description } = wanted;
  const prefixes = { qty: '', unit_price: 'the price ', description: 'the description ' };
  return Object.entries({ qty, unit_price, description })
    .filter(([name, value]) => value !== undefined && !isSame(name, value, there[name]))
    .map(([name, value]) => {
      const prefix = prefixes[name as keyof typeof prefixes];
      return { name, value, words: `${prefix}${shown(there[name])} there and ${shown(value)} in the file` };
    });
}

const isSame = (name: string, a: unknown, b: unknown) =>
  name === 'description' ? plain(a) === plain(b) : isSameNumber(a, b);
const plain = (value: unknown) =>
  String(value ?? '')
    .normalize('NFC')
    .trim();
/** The service stores six digits after the point. */
const isSameNumber = (a: unknown, b: unknown) => Number(a).toFixed(6) === Number(b).toFixed(6);

function shown(value: unknown): string {
  const text = String(value ?? '');
  return decimal(text) ?? `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
}

function lineDifferences(
  draft: Draft,
  { line: wanted, at }: Wanted,
  there: ServedLine,
  orderPath: string,
  nameOf: NameOf,
): Difference[] {
  const path = `${orderPath}/line/${there.id}`;
  const of = `line of part ${nameOf('part', wanted.part_id)}`;
  const changes = changesOf(wanted, there);
  const ofCharges = chargeDifferences({ draft, at, path, wanted, there, of: `${of}: `, nameOf });
  if (changes.length === 0) return ofCharges;
  const body = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
  const sentence = `${of} has ${changes.map(({ words }) => words).join(', ')}`;
  return [{ ...whereIs(draft, at), sentence, call: { method: 'PUT', path, body } }, ...ofCharges];
}

/** Discounts, fees and taxes of an order or of one of its lines, in the files and in Conveyor. */
interface Charged {
  readonly draft: Draft;
  /** JSON pointer of the order or line in the draft. */
  readonly at: string;
  /** Address of the order or line. */
  readonly path: string;
  readonly wanted: { readonly discounts?: unknown; readonly fees?: unknown; readonly taxes?: unknown };
  readonly there: Served;
  /** The line, for sentences. */
  readonly of: string;
  readonly nameOf: NameOf;
}

const lists = { discount: 'discounts', fee: 'fees', tax: 'taxes' } as const;
type ChargeKind = keyof typeof lists;

function chargeDifferences({ draft, at, path, wanted, there, of, nameOf }: Charged): Difference[] {
  return (Object.keys(lists) as ChargeKind[]).flatMap((kind) => {
    const list = lists[kind];
    if (!draft.places.has(`${at}/${list}`)) return [];
    const rest = [...((there[list] ?? []) as (Charge & Served)[])];
    const came: Difference[] = [];
    for (const [index, charge] of ((wanted[list] ?? []) as Charge[]).entries()) {
      const known = rest.findIndex((each) => isSameCharge(each, charge));
      if (known !== -1) rest.splice(known, 1);
      else {
        const name = kind === 'tax' ? charge.name : nameOf(kind, charge[`${kind}_id`]);
        const sentence = `${of}${kind} ${name} of ${shown(charge.amount)} is in the file and not there`;
        const call = { method: 'POST' as const, path: `${path}/${kind}`, body: { ...charge } };
        came.push({ ...whereIs(draft, `${at}/${list}/${index}`), sentence, call });
      }
    }
    const went = rest.map((charge) => {
      const { name } = (kind === 'tax' ? charge : charge[kind]) as { name: string };
      const sentence = `${of}${kind} ${name} of ${shown(charge.amount)} is there and not in the file`;
      return {
        ...whereIs(draft, at),
        sentence,
        call: { method: 'DELETE' as const, path: `${path}/${kind}/${charge.id}` },
      };
    });
    return [...came, ...went];
  });
}

const isSameCharge = (a: Charge, b: Charge): boolean =>
  a.discount_id === b.discount_id &&
  a.fee_id === b.fee_id &&
  a.name === b.name &&
  isSameNumber(a.rate ?? 0, b.rate ?? 0) &&
  (a.included ?? false) === (b.included ?? false) &&
  isSameNumber(a.amount, b.amount);

/** Returns the place of a part of a draft, and the places inside it as pointers into that part. */
function whereIs({ place, places }: Draft, at: string): Pick<Difference, 'place' | 'places'> {
  const inside = [...places].filter(([pointer]) => pointer.startsWith(`${at}/`));
  return {
    place: places.get(at) ?? place,
    places: at === '' ? new Map() : new Map(inside.map(([pointer, each]) => [pointer.slice(at.length), each])),
  };
}
