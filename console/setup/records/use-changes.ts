import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Action } from '../../ground/action.ts';
import { type Changeable, differing, type Kept, keyOf, type Values } from './kind.ts';
import { differingOf, merge } from './merge.ts';
import { recordKey, useEmbed, type Versioned, versioned } from './use-record.ts';

/** Typed values in the form of an existing record, and the values that others wrote at the same time. */
export interface Changes<R extends Kept, V extends Values> {
  readonly typed: V;
  readonly isDirty: boolean;
  readonly change: (change: Partial<V>) => void;
  /** The call that saves what differs; null where nothing does. */
  readonly action: Action<R> | null;
  readonly onDone: (saved: R) => void;
  readonly onOutdated: () => void;
  readonly hasSaved: boolean;
  /** Whether the last attempt was refused because somebody else was faster. */
  readonly isOutdated: boolean;
  /** The fields that only others have changed since the first read. */
  readonly taken: readonly string[];
  /** Values of others in fields that have typed text here, too. Until somebody decides, nothing is saved. */
  readonly theirs: Partial<V>;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/**
 * Holds the form of a record that others may change at the same time. Their changes appear in the fields without
 * typed text. Only what somebody typed is sent, with the version that the form shows: nothing that others wrote is
 * overwritten unseen.
 * @param latest the last read record
 */
export function useChanges<R extends Kept, V extends Values>(
  kind: Changeable<R, V>,
  latest: Versioned<R>,
): Changes<R, V> {
  const queries = useQueryClient();
  const embed = useEmbed(kind);
  const [base, setBase] = useState(latest);
  const before = kind.valuesOf(base.record);
  const [typed, setTyped] = useState(before);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [theirs, setTheirs] = useState<Partial<V>>({});
  const [isOutdated, setOutdated] = useState(false);
  const [hasSaved, setSaved] = useState(false);
  const own = differing(before, typed);
  const queryKey = recordKey(kind, latest.record.id, embed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read decides, and not what was typed since
  useEffect(() => {
    if (latest.version === base.version) return;
    const now = kind.valuesOf(latest.record);
    const merged = merge(before, typed, now);
    setBase(latest);
    setTyped(merged.typed);
    // Open decisions stay open, unless the others have written the same value since then.
    setTheirs((known) => differingOf(now, merged.typed, [...Object.keys(known), ...Object.keys(merged.theirs)]));
    if (own.length > 0) setTaken((known) => [...new Set([...known, ...merged.taken])]);
  }, [latest]);
  const settle = () => {
    setTheirs({});
    setTaken([]);
    setOutdated(false);
  };
  const body = kind.bodyOf(typed);
  const changes = Object.fromEntries(own.map((name) => [name, body[name]]));
  return {
    ...{ typed, taken, theirs, isOutdated, hasSaved: hasSaved && own.length === 0, isDirty: own.length > 0 },
    change: (part) => {
      setSaved(false);
      setTyped((present) => ({ ...present, ...part }));
    },
    action:
      own.length === 0
        ? null
        : (client) => kind.calls(client).update(latest.record.id, changes, { ...embed, ifMatch: base.version }),
    onDone: (saved) => {
      const read = versioned(saved);
      settle();
      setSaved(true);
      setBase(read);
      setTyped(kind.valuesOf(saved));
      // A read that began before the change would bring the old state back.
      void queries.cancelQueries({ queryKey, exact: true }).then(() => {
        queries.setQueryData(queryKey, read);
        return queries.invalidateQueries({ queryKey: keyOf(kind) });
      });
    },
    onOutdated: () => {
      setOutdated(true);
      void queries.invalidateQueries({ queryKey });
    },
    keepMine: settle,
    takeTheirs: () => {
      setTyped((present) => ({ ...present, ...theirs }));
      settle();
    },
  };
}
