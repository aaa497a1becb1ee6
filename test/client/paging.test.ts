import { expect, test } from 'vitest';
import { answering, json, type Seen } from './server.ts';

const size = 100;

/** A list of orders, which serves filters of the form `id > …` and pages. */
function serve(rows: { id: number; status_id: number }[]) {
  return ({ query }: Seen) => {
    const filter = query.get('filter') ?? '';
    const after = Number(/id > (\d+)/.exec(filter)?.[1] ?? 0);
    const drafts = filter.includes('status_id = 1');
    const matches = rows.filter(({ id, status_id }) => id > after && (!drafts || status_id === 1));
    const page = Number(query.get('page') ?? 1);
    const last_page = Math.max(1, Math.ceil(matches.length / size));
    return {
      total: matches.length,
      current_page: page,
      last_page,
      data: matches.slice((page - 1) * size, page * size),
    };
  };
}

test('each returns every record, also if the caller removes them from the selection', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({ id: index + 1, status_id: 1 }));
  const list = serve(rows);
  const { client, seen, close } = await answering((call, response) => json(response, 200, list(call)));
  const ids: number[] = [];
  for await (const order of client.salesorder.each({ filter: 'status_id = 1' })) {
    ids.push(order.id);
    const row = rows[order.id - 1];
    if (row) row.status_id = 2;
  }
  await close();
  expect(ids).toEqual(rows.map(({ id }) => id));
  expect(seen.every(({ query }) => query.get('sort') === 'id')).toBe(true);
  expect(seen[1]?.query.get('filter')).toBe('(status_id = 1) && id > 100');
});

test('each goes page by page with a sort order', async () => {
  const rows = Array.from({ length: 201 }, (_, index) => ({ id: index + 1, status_id: 1 }));
  const list = serve(rows);
  const { client, seen, close } = await answering((call, response) => json(response, 200, list(call)));
  let count = 0;
  for await (const _ of client.salesorder.each({ sort: '-created_at' })) count += 1;
  await close();
  expect(count).toBe(201);
  expect(seen.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
});

test('each ends at once for an empty list', async () => {
  const { client, seen, close } = await answering((call, response) => json(response, 200, serve([])(call)));
  for await (const order of client.salesorder.each()) throw new Error(`unexpected ${order.id}`);
  await close();
  expect(seen).toHaveLength(1);
});
