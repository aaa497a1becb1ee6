import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Part, SalesOrder } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { orderKey } from '../order.ts';
import { rebase, type Theirs } from './rebase.ts';
import { type Faults, save } from './save.ts';
import { type Draft, differs, draftOf, type HeadField, type Row, type RowField } from './values.ts';

interface State {
  /** The last read order, with its version. */
  readonly order: SalesOrder;
  readonly typed: Draft;
  readonly theirs: Theirs;
  readonly faults: Faults;
  readonly refusal: unknown;
  /** True after somebody else has changed the order, until it is loaded again. */
  readonly isOutdated: boolean;
  readonly isSending: boolean;
}

export type DraftState = ReturnType<typeof useDraft>;

/** @param read reads the order with its lines */
export function useDraft(first: SalesOrder, read: () => Promise<SalesOrder>, onSaved: () => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<State>(() => ({ order: first, typed: draftOf(first), ...clean }));
  const change = useCallback((next: (typed: Draft) => Draft) => {
    setState((before) => ({ ...before, typed: next(before.typed) }));
  }, []);

  /** Reads the order again, and applies the typed changes to it. */
  const load = async (typed: Draft, more: Partial<State>) => {
    const order = await read();
    const { draft, theirs } = rebase(draftOf(state.order), typed, draftOf(order));
    setState({ order, typed: draft, ...clean, theirs, ...more });
    await queries.invalidateQueries({ queryKey: orderKey(order.id) });
  };
  const attempt = async (work: () => Promise<void>) => {
    setState((before) => ({ ...before, refusal: null, faults: {}, isSending: true }));
    await work().catch((refusal) => setState((before) => ({ ...before, refusal })));
    setState((before) => ({ ...before, isSending: false }));
  };
  const send = () =>
    attempt(async () => {
      const { draft, ...result } = await save(client, state.order, state.typed);
      if (result.isOutdated) return setState((before) => ({ ...before, isOutdated: true }));
      await load(draft, result);
      if (result.refusal === null && Object.keys(result.faults).length === 0) onSaved();
    });
  return {
    ...state,
    isDirty: differs(draftOf(state.order), state.typed),
    send,
    reload: () => attempt(() => load(state.typed, {})),
    ...useChanges(change),
  };
}

const clean = { theirs: {}, faults: {}, refusal: null, isOutdated: false, isSending: false };

/**
 * Returns the functions that change the typed draft. They stay the same, so that only the changed line is drawn
 * again.
 */
function useChanges(change: (next: (typed: Draft) => Draft) => void) {
  const setHead = useCallback(
    (field: HeadField, text: string) => change(({ head, rows }) => ({ head: { ...head, [field]: text }, rows })),
    [change],
  );
  const replaceRow = useCallback(
    (key: string, next: (row: Row) => Row | null) =>
      change(({ head, rows }) => ({ head, rows: rows.flatMap((row) => (row.key === key ? (next(row) ?? []) : row)) })),
    [change],
  );
  const setRow = useCallback(
    (key: string, field: RowField, text: string) => replaceRow(key, (row) => ({ ...row, [field]: text })),
    [replaceRow],
  );
  // A line that is not saved yet just goes. One that is saved stays in view until saving removes it.
  const toggleRow = useCallback(
    (key: string) => replaceRow(key, (row) => (row.id === null ? null : { ...row, isRemoved: !row.isRemoved })),
    [replaceRow],
  );
  const addPart = useCallback(
    (part: Part) => change(({ head, rows }) => ({ head, rows: [...rows, newRow(part)] })),
    [change],
  );
  return { setHead, setRow, toggleRow, addPart };
}

let added = 0;

function newRow({ id, number, name, price }: Part): Row {
  added += 1;
  const shown = { name: number, detail: name, isRemoved: false };
  return { key: `new-${added}`, id: null, partId: id, ...shown, qty: '1', unit_price: String(price) };
}
