import { client } from '../../ground/client.ts';

/** Orders on a page of an answer: the most that the service gives. */
const ofPage = 100;

export interface RowRange {
  readonly filter: string | undefined;
  readonly sort: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the ids of a range of rows. The list has read only some of them. */
export async function readIds({ filter, sort, from, to }: RowRange): Promise<number[]> {
  const first = Math.floor(from / ofPage);
  const pages = Array.from({ length: Math.ceil(to / ofPage) - first }, (_, index) =>
    client.salesorder.list({
      ...(filter ? { filter } : {}),
      ...{ sort, page: first + index + 1, perPage: ofPage, fields: 'id' },
    }),
  );
  const start = first * ofPage;
  return (await Promise.all(pages))
    .flatMap(({ data }) => data)
    .slice(from - start, to - start)
    .map(({ id }) => id);
}
