import type { ReactNode } from 'react';
import type { Client } from '../../../client/browser.ts';
import { useScans } from '../../scanner/scans.ts';
import { unknownCode } from '../explain.tsx';
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
  /** The name under which the checked items are kept, such as `ship/12`. */
  readonly list: string;
  readonly items: readonly Kind[];
  readonly verdicts: Verdicts;
  /** What the page waits for, in words. */
  readonly expected: string;
  /** Where the scan was made, for the service: it says what an unknown code is. */
  readonly context: Omit<Parameters<Client['scan']['get']>[0], 'code'>;
}

/** Has scans check off the items of a list. */
export function useChecking<Kind extends Item>({
  list,
  items,
  verdicts: { say },
  context,
  expected,
}: CheckingOptions<Kind>): Checking<Kind> {
  const texts = useWorkTexts();
  const checked = useChecked(list);
  const wrong = (words: string, later?: Promise<ReactNode>) =>
    say({ sign: 'wrong', words, expected: texts.wrong.expected(expected) }, later);
  const present = new Set(items.map(({ id }) => id));
  const ids = new Set([...checked.ids].filter((id) => present.has(id)));
  useScans((scan) => {
    const code = readScan(scan, (one) => judge(one, items, ids).kind !== 'unknown');
    if (!code) return;
    const verdict = judge(code, items, ids);
    if (verdict.kind === 'check') {
      checked.add([verdict.item.id]);
      say({ sign: verdict.isLast ? 'finished' : 'counted', words: texts.checklist.checked(verdict.item.name) });
    } else if (verdict.kind === 'wrong') {
      const { name, obstacle } = verdict.item;
      wrong(verdict.why === 'twice' ? texts.checklist.twice(name) : `${name}: ${obstacle}`);
    } else wrong(...unknownCode(code, context, texts));
  });
  return { items, checked: { ...checked, ids } };
}
