import { ProblemError } from '../../../client/problem-error.ts';
import { faultLine } from '../rows/place.ts';
import { isUnmade, pathOf, type Served } from './directory.ts';
import type { Draft } from './draft.ts';
import { linesOf, type ServedLine } from './order-lines.ts';
import { type CompareParts, type ImportContext, tryOut, type WriteOptions } from './write.ts';

/** A line of a return in the files. It names the line of the order by the id at its source, or by its part. */
interface WrittenLine {
  readonly line?: string;
  readonly part?: string;
}

/** The fields of a return that no change takes. */
export const fixedOfReturns = ['salesorder_id', 'site_id', 'source_id', 'external_id', 'reason'];

const folded = (text: unknown) =>
  String(text ?? '')
    .normalize('NFC')
    .trim()
    .toLowerCase();

/** Writes the ids of the lines of their orders into returns. @returns the returns without those of lines that their orders do not have */
export async function withOrderLines(
  { client, directory, fault }: ImportContext,
  { drafts, tally, step }: Pick<WriteOptions, 'drafts' | 'tally' | 'step'>,
): Promise<Draft[]> {
  const numberOf = ({ references }: Draft) => references.find(({ kind }) => kind === 'salesorder')?.name ?? '';
  await directory.load('salesorder', drafts.map(numberOf));
  const orders = new Map(drafts.map((draft) => [draft, directory.find('salesorder', numberOf(draft))]));
  const known = [...orders.values()].filter((order): order is Served => order !== undefined && !isUnmade(order.id));
  const lines = await linesOf(client, [...new Map(known.map((order) => [order.id, order])).values()]);
  return drafts.filter((draft) => {
    const there = lines.get(orders.get(draft)?.id ?? 0);
    // The check of references reports an order that is not there.
    const message = there && nameLines(draft, numberOf(draft), there);
    if (!message) return true;
    fault(message);
    tally.leftOut += 1;
    step();
    return false;
  });
}

/** Replaces the names of lines by their ids. @returns the fault of the first line that the order does not have */
function nameLines(draft: Draft, order: string, there: readonly ServedLine[]) {
  const written = (draft.body.lines ?? []) as WrittenLine[];
  const named = written.map(({ line, part, ...rest }) => {
    const fits = there.filter((one) =>
      line === undefined ? folded(one.part.number) === folded(part) : folded(one.external_id) === folded(line),
    );
    return { fits, what: line === undefined ? `of part "${part ?? ''}"` : `"${line}"`, rest };
  });
  const at = named.findIndex(({ fits }) => fits.length !== 1);
  const wrong = named[at];
  if (wrong) {
    const place = draft.places.get(`/lines/${at}`) ?? draft.place;
    const many =
      wrong.fits.length > 1 ? `${wrong.fits.length} lines ${wrong.what}: name one by its id` : `no line ${wrong.what}`;
    return place.fault(`order ${order} has ${many}`);
  }
  draft.body.lines = named.map(({ fits, rest }) => ({ line_id: fits[0]?.id, ...rest }));
  return undefined;
}

/** Returns a function that says how an existing return differs from the files. The service compares it with a create of its external id. */
export function compareReturns(context: ImportContext) {
  return async (): Promise<CompareParts> => async (draft) => {
    try {
      await tryOut(context, { method: 'POST', path: pathOf('returnorder'), body: draft.body });
    } catch (error) {
      if (!(error instanceof ProblemError) || !error.members.differences) throw error;
      context.note(faultLine(draft.place.fault(error.detail)));
    }
    return false;
  };
}
