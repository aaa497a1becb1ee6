import { faultLine } from '../rows/place.ts';
import type { Served } from './directory.ts';
import type { Draft } from './draft.ts';
import { change, type ImportContext } from './write.ts';

interface Component {
  readonly part_id: number;
  readonly qty?: unknown;
}

/** Returns a function that compares the components of a kit. With `update: true` those of the files replace them. */
export function compareKits(context: ImportContext) {
  return async () =>
    async (draft: Draft, kit: Served): Promise<boolean> => {
      const lines = draft.body.lines as Component[];
      if (fingerprint(lines) === fingerprint(kit.lines as Component[])) return false;
      if (!draft.update) {
        const sentence = `kit ${draft.key} has other components there; with "update: true" the import replaces them`;
        context.note(faultLine(draft.place.fault(sentence)));
        return false;
      }
      await change(context, { method: 'PUT', path: `/billofmaterial/${kit.id}`, body: { lines } });
      return true;
    };
}

const fingerprint = (components: readonly Component[]) =>
  components
    .map(({ part_id, qty = 1 }) => `${part_id}/${Number(qty).toFixed(6)}`)
    .sort()
    .join(' ');
