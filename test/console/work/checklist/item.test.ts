import { expect, test } from 'vitest';
import { type Item, judge } from '../../../../console/work/checklist/item.ts';
import { readBarcode } from '../../../../lib/barcodes/read.ts';

const item = (id: number, codes: string[], obstacle: string | null = null): Item => ({
  ...{ id, name: codes[0] ?? '', codes, details: '', obstacle },
});
const items = [item(1, ['K-1-1', '1Z999']), item(2, ['K-1-2']), item(3, ['K-1-3'], 'S-9: address')];
const scan = (text: string, checked: number[] = []) => judge(readBarcode(text, 2026), items, new Set(checked));

test('a carton is checked by our code or by that of the carrier, in any case, and the last one is said', () => {
  expect(scan('k-1-1')).toMatchObject({ kind: 'check', item: { id: 1 }, isLast: false });
  expect(scan('1z999', [2])).toMatchObject({ kind: 'check', item: { id: 1 }, isLast: true });
});

test('a carton that is checked, one that must stay, and an unknown one are wrong', () => {
  expect(scan('K-1-1', [1])).toMatchObject({ kind: 'wrong', why: 'twice' });
  expect(scan('K-1-3')).toMatchObject({ kind: 'wrong', why: 'obstacle', item: { obstacle: 'S-9: address' } });
  expect(scan('K-7-1')).toEqual({ kind: 'unknown' });
});

test('a code that several items have checks one after the other', () => {
  const both = [item(1, ['S-1']), item(2, ['S-1'])];
  const code = readBarcode('S-1', 2026);
  expect(judge(code, both, new Set())).toMatchObject({ item: { id: 1 } });
  expect(judge(code, both, new Set([1]))).toMatchObject({ kind: 'check', item: { id: 2 } });
  expect(judge(code, both, new Set([1, 2]))).toMatchObject({ kind: 'wrong', why: 'twice' });
});
