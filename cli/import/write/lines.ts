import { faultLine } from '../rows/place.ts';
import { pathOf, type Served } from './directory.ts';
import type { Draft } from './draft.ts';
import { change, type ImportContext } from './write.ts';

interface Line {
  readonly part_id: number;
  readonly qty?: unknown;
}

/** Lists of parts with quantities, and what people call them. */
const listed = {
  billofmaterial: { record: 'kit', lines: 'components' },
  receipt: { record: 'receipt', lines: 'lines' },
} as const;

/** Returns a function that compares the parts of a kit or of a receipt. With `update: true` those of the files replace them. */
export function compareLines(context: ImportContext, kind: keyof typeof listed) {
  const words = listed[kind];
  return async () =>
    async (draft: Draft, existing: Served): Promise<boolean> => {
      const lines = draft.body.lines as Line[] | undefined;
      if (lines === undefined || fingerprint(lines) === fingerprint(existing.lines as Line[])) return false;
      if (!draft.update) {
        const sentence = `${words.record} ${draft.key} has other ${words.lines} there; with "update: true" the import replaces them`;
        context.note(faultLine(draft.place.fault(sentence)));
        return false;
      }
      await change(context, { method: 'PUT', path: `${pathOf(kind)}/${existing.id}`, body: { lines } });
      return true;
    };
}

/** A line without a quantity was received and not expected. */
const fingerprint = (lines: readonly Line[]) =>
  lines
    .filter(({ qty }) => qty !== null)
    .map(({ part_id, qty = 1 }) => `${part_id}/${Number(qty).toFixed(6)}`)
    .sort()
    .join(' ');
