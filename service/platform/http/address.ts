import { nearest } from '../../../expressions/nearest.ts';
import { Problem, problem } from '../problems/problems.ts';

/** Addresses of the interface: `/pack/{pack_id}/carton/{carton_id}`, whose parameters are ids. */

export const largestId = 2_147_483_647;

/** The address as fastify writes it. */
export const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The address without the names of its parameters, so that two spellings of the same one are equal. */
export const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** The address up to its last parameter: the record that a verb is about. Null where it has no parameter. */
export function recordPath(path: string): string | null {
  const end = path.lastIndexOf('}');
  return end < 0 ? null : path.slice(0, end + 1);
}

export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** Whether text can be an id at all. An id that is too large can be none of ours, but it is one by its form. */
export const isId = (text: string) => /^\d+$/.test(text);

/** Finds what is at an address when no route was: to tell an unknown address from a method that it does not take. */
export class AddressBook {
  readonly #entries: { path: string; pattern: RegExp; methods: string[] }[] = [];

  constructor(endpoints: Iterable<{ readonly path: string; readonly method: string }>) {
    for (const { path, method } of endpoints) {
      const known = this.#entries.find((entry) => shapeOf(entry.path) === shapeOf(path));
      if (known) known.methods.push(method);
      else this.#entries.push({ path, pattern: patternOf(path), methods: [method] });
    }
    // Written-out addresses go before those with parameters, as in the router.
    this.#entries.sort((a, b) => parameterNames(a.path).length - parameterNames(b.path).length);
  }

  /** The methods that an address takes, as the Allow header names them; null where nothing is at that address. */
  allowed(path: string): string | null {
    const trimmed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const found = this.#entries.find((entry) => entry.pattern.test(trimmed));
    if (!found) return null;
    const methods = found.methods.includes('GET') ? [...found.methods, 'HEAD'] : found.methods;
    return [...methods, 'OPTIONS'].sort().join(', ');
  }

  /** Addresses like one that there is not: below the same first word, where that is one of ours. */
  like(path: string): string[] {
    // Comparing costs by the square of the length, and nobody mistypes so much.
    if (path.length > 100) return [];
    const shape = path.replace(/\/\d+(?=\/|$)/g, '/{}');
    const byShape = new Map(this.#entries.map((entry) => [shapeOf(entry.path), entry.path]));
    const below = [...byShape.keys()].filter((one) => one.split('/')[1] === shape.split('/')[1]);
    return nearest(shape, below.length > 0 ? below : byShape.keys()).map((found) => byShape.get(found)!);
  }

  /** The endpoint's path and parameters at an address, for calls that were kept for later. */
  match(path: string, method: string): { path: string; params: Record<string, number> } | null {
    const found = this.#entries.find((entry) => entry.methods.includes(method) && entry.pattern.test(path));
    const values = found?.pattern.exec(path)?.slice(1) ?? [];
    if (!found) return null;
    const names = parameterNames(found.path);
    return { path: found.path, params: Object.fromEntries(names.map((name, index) => [name, Number(values[index])])) };
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '(\\d+)')}$`);
}

/** Where nothing answers: the address takes other methods only, or is none of ours. */
export function addressProblem(book: AddressBook, method: string, path: string): Problem {
  const allow = book.allowed(path);
  if (allow === null) {
    const like = book.like(path);
    const hint = like.length > 0 ? ` Did you mean ${like.join(', ')}?` : '';
    return problem('path.unknown', `There is nothing at ${path.slice(0, 200)}. Ids are whole numbers.${hint}`);
  }
  return new Problem(
    'method.not-allowed',
    `${method} is not allowed here; this address takes ${allow}.`,
    {},
    { allow },
  );
}
