import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { VerifyPart } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { isDone } from './parts.ts';

export const partsKey = ['verify', 'parts'] as const;

/** The state of a check. */
export interface PartRun {
  /** The part that is being checked; null while nothing is. */
  readonly part: string | null;
  readonly error: unknown;
  readonly wasStopped: boolean;
  /** Checks parts, one after the other. A part that was checked begins again, and a part that was stopped goes on. */
  readonly start: (parts: readonly VerifyPart[]) => Promise<void>;
  readonly stop: () => void;
}

/** Checks parts. The service stores after each request how far it has come, so that nothing is lost by stopping. */
export function usePartRun(): PartRun {
  const queries = useQueryClient();
  const isWanted = useRef(false);
  const [part, setPart] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [wasStopped, setStopped] = useState(false);
  const note = (state: VerifyPart) =>
    queries.setQueryData<readonly VerifyPart[]>(partsKey, (parts = []) =>
      parts.map((one) => (one.part === state.part ? state : one)),
    );
  const start = async (parts: readonly VerifyPart[]) => {
    isWanted.current = true;
    setError(null);
    setStopped(false);
    try {
      for (const one of parts) {
        setPart(one.part);
        let restart = isDone(one);
        let state: VerifyPart;
        do {
          if (!isWanted.current) {
            setStopped(true);
            return;
          }
          state = await client.verify.part.run({ part: one.part, restart });
          restart = false;
          note(state);
        } while (!isDone(state));
      }
    } catch (reason) {
      setError(reason);
    } finally {
      setPart(null);
    }
  };
  const stop = () => {
    isWanted.current = false;
  };
  return { part, error, wasStopped, start, stop };
}
