import type { ReactNode } from 'react';
import type { Barcode } from '../../../lib/barcodes/read.ts';
import { useScans } from '../../scanner/scans.ts';
import { type Context, type ContextOf, unknownCode } from '../explain.tsx';
import { readScan } from '../read-scan.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';
import { type Checked, useChecked } from './checked.ts';
import { type Item, judge } from './item.ts';

export interface Checking<Kind extends Item = Item> {
  readonly items: readonly Kind[];
  readonly checked: Checked;
}

export interface CheckingOptions<Kind extends Item> {
  /** The name for storing the checked items, such as `ship/12`. */
  readonly list: string;
  readonly items: readonly Kind[];
  readonly verdicts: Verdicts;
  /** The scan that the page expects, in words. */
  readonly expected: string;
  /** Where the scan was made, for the service: it says what an unknown code is. */
  readonly context: Context;
  /** Returns where a record would belong, if the context does not say it. */
  readonly contextOf?: ContextOf;
  /** Returns what a scan of something else does with the items that are checked, such as a scan of a pallet; null for an unknown code. */
  readonly other?: (code: Barcode) => (() => void) | null;
}

/** Has scans check off the items of a list. */
export function useChecking<Kind extends Item>({
  list,
  items,
  verdicts: { say },
  context,
  contextOf,
  expected,
  other = () => null,
}: CheckingOptions<Kind>): Checking<Kind> {
  const texts = useWorkTexts();
  const checked = useChecked(list);
  const wrong = (words: string, later?: Promise<ReactNode>) =>
    say({ sign: 'wrong', words, expected: texts.wrong.expected(expected) }, later);
  const present = new Set(items.map(({ id }) => id));
  const ids = new Set([...checked.ids].filter((id) => present.has(id)));
  const scannedIds = new Set([...checked.scannedIds].filter((id) => present.has(id)));
  useScans((scan) => {
    const code = readScan(scan, (one) => judge(one, items, ids).kind !== 'unknown' || other(one) !== null);
    if (!code) return;
    const act = other(code);
    if (act) return act();
    const verdict = judge(code, items, ids);
    if (verdict.kind === 'check') {
      checked.add([verdict.item.id], { isScanned: true });
      say({ sign: verdict.isLast ? 'finished' : 'counted', words: texts.checklist.checked(verdict.item.name) });
    } else if (verdict.kind === 'wrong') {
      const { name, obstacle } = verdict.item;
      wrong(verdict.why === 'twice' ? texts.checklist.twice(name) : `${name}: ${obstacle}`);
    } else wrong(...unknownCode(code, { context, contextOf }, texts));
  });
  return { items, checked: { ...checked, ids, scannedIds } };
}
