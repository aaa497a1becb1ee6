import type { ListQuery, Page } from './endpoint-types.ts';

type Numbered = { id: number };
type ListOf<T> = (query: ListQuery) => Promise<Page<T>>;

/** Iterates over every record of a list, page by page: in order of id, or with page numbers if the query has a `sort`. */
export function everyRecord<T extends Numbered>(list: ListOf<T>, query: ListQuery): AsyncGenerator<T, void, undefined> {
  return query.sort ? byPage(list, query) : byId(list, query);
}

async function* byId<T extends Numbered>(list: ListOf<T>, query: ListQuery) {
  let last = 0;
  for (;;) {
    const beyond = `id > ${last}`;
    const filter = query.filter ? `(${query.filter}) && ${beyond}` : last === 0 ? undefined : beyond;
    const page = await list({ ...query, filter, sort: 'id', page: 1 });
    yield* page.data;
    last = page.data.at(-1)?.id ?? last;
    if (page.data.length === 0 || page.current_page >= page.last_page) return;
  }
}

async function* byPage<T>(list: ListOf<T>, query: ListQuery) {
  for (let number = 1; ; number += 1) {
    const page = await list({ ...query, page: number });
    yield* page.data;
    if (page.data.length === 0 || number >= page.last_page) return;
  }
}
