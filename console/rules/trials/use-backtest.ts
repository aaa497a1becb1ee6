import { useState } from 'react';
import { ProblemError, type RulesBacktestAnswer } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import type { Fault } from '../../orders/search/fault.ts';
import type { TextFile } from '../text-file.ts';

/** Which orders a backtest plans. */
export type Selection = { readonly last: number } | { readonly filter: string };

interface Result {
  readonly answer: RulesBacktestAnswer;
  readonly of: readonly TextFile[];
}

export interface BacktestFaults {
  readonly filter: Fault | null;
  /** Sentences about the number of orders. */
  readonly last: string | null;
  /** A refusal that belongs to no field. */
  readonly rest: unknown;
}

const noFaults: BacktestFaults = { filter: null, last: null, rest: null };

/** Runs backtests of texts, and brings refusals to their fields. */
export function useBacktest(files: readonly TextFile[]) {
  const [result, setResult] = useState<Result | null>(null);
  const [faults, setFaults] = useState(noFaults);
  const [isRunning, setRunning] = useState(false);
  const run = async (selection: Selection) => {
    setRunning(true);
    setFaults(noFaults);
    try {
      const texts = files.map(({ file, text }) => ({ file, text }));
      setResult({ answer: await client.rules.backtest({ files: texts, ...selection }), of: files });
    } catch (error) {
      setFaults(faultsOf(error, 'filter' in selection ? selection.filter : ''));
    } finally {
      setRunning(false);
    }
  };
  return { result, faults, isRunning, run, forgive: () => setFaults(noFaults) };
}

function faultsOf(error: unknown, filter: string): BacktestFaults {
  if (!(error instanceof ProblemError)) return { ...noFaults, rest: error };
  const { position } = error.members as { position?: unknown };
  if (error.code === 'filter.invalid' && typeof position === 'number') {
    // The service counts whole characters, and draws the place below the first line.
    const at = [...filter].slice(0, position).join('').length;
    return { ...noFaults, filter: { message: error.detail.split('\n')[0] ?? error.detail, at } };
  }
  const last = error.errors.find(({ pointer }) => pointer === '/last');
  return last ? { ...noFaults, last: last.detail } : { ...noFaults, rest: error };
}
