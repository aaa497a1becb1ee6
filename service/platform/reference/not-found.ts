import { nearest } from '../../../lib/expressions/nearest.ts';
import { grouped } from '../../../lib/grouped.ts';
import { escaped } from './html.ts';

/** A page that a reader could have meant. */
export interface Candidate {
  /** Its address below `/docs/`. */
  readonly path: string;
  readonly title: string;
}

const mostNear = 5;
/** The cost of a comparison grows with the square of the length. */
const longestName = 60;

/**
 * Returns the pages whose names are nearest to the name at the end of an unknown address: those with a similar name first, and
 * then those that share words with it: `createOrder` is near to `createSalesOrder`.
 */
export function nearPages(address: string, candidates: readonly Candidate[]): Candidate[] {
  const name = nameOf(address).slice(0, longestName);
  const byName = grouped(candidates, ({ path }) => nameOf(path));
  const similar = name === '' ? [] : nearest(name, byName.keys()).flatMap((near) => byName.get(near) ?? []);
  const words = wordsOf(name);
  const shared = candidates
    .map((one) => ({ one, share: shareOf(words, wordsOf(nameOf(one.path))) }))
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share)
    .map(({ one }) => one);
  return [...new Set([...similar, ...shared])].slice(0, mostNear);
}

/** Returns the text of the page for an unknown address. */
export function notFoundText(address: string, near: readonly Candidate[], root: string): string {
  const links = near.map(
    ({ path, title }) =>
      `<li><a href="${root}${path}"><span>${escaped(title)}</span><code>${escaped(path)}</code></a></li>`,
  );
  return (
    `<p class="above">404</p><h1>There is no such page</h1><p>The reference has no page <code>${escaped(address)}</code>.</p>` +
    (links.length > 0 ? `<h2>Pages with a similar name</h2><ul class="list">${links.join('')}</ul>` : '') +
    `<p>Search for a word above, choose a page in the side bar, or <a href="${root}../docs">begin at the first page</a>.</p>`
  );
}

const nameOf = (path: string) => path.split('/').filter(Boolean).at(-1) ?? '';

/** `createSalesOrder` has the words create, sales and order. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** How many words two names share, as a part of all their words; a plural is the same word. */
function shareOf(a: readonly string[], b: readonly string[]): number {
  const singular = (word: string) => word.replace(/s$/, '');
  const others = new Set(b.map(singular));
  const same = new Set(a.map(singular).filter((word) => others.has(word))).size;
  return a.length + b.length === 0 ? 0 : (2 * same) / (a.length + b.length);
}
