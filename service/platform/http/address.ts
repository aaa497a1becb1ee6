import { nearest } from '../../../lib/expressions/nearest.ts';
import { Problem, problem } from '../problems/problems.ts';

/** Returns the address in the form of fastify. */
export const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Returns the address without the names of its parameters, so that equal addresses compare as equal. */
export const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** The parameter that is a text: the name of a record that has no id, such as a schedule of Temporal. */
export const nameParameter = 'name';

/** Returns the address up to its last parameter, which names the record of a verb; null without a parameter. */
export function recordPath(path: string): string | null {
  const end = path.lastIndexOf('}');
  return end < 0 ? null : path.slice(0, end + 1);
}

/** Returns the names of the parameters in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name);
}

/** Returns whether a text has the form of an id. It can still be too large. */
export const isId = (text: string) => /^\d+$/.test(text);

/** Finds the endpoints of an address, to distinguish unknown addresses from methods that an address does not take. */
export class AddressBook {
  readonly #entries: readonly { path: string; pattern: RegExp; methods: string[] }[];

  constructor(endpoints: Iterable<{ readonly path: string; readonly method: string }>) {
    const byShape = new Map<string, { path: string; pattern: RegExp; methods: string[] }>();
    for (const { path, method } of endpoints) {
      const known = byShape.get(shapeOf(path));
      if (known) known.methods.push(method);
      else byShape.set(shapeOf(path), { path, pattern: patternOf(path), methods: [method] });
    }
    // Addresses without parameters come first, as in the router.
    this.#entries = [...byShape.values()].sort((a, b) => parameterNames(a.path).length - parameterNames(b.path).length);
  }

  /** Returns the methods of an address in the form of the Allow header; null for an unknown address. */
  allowed(path: string): string | null {
    const trimmed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const match = this.#entries.find((entry) => entry.pattern.test(trimmed));
    if (!match) return null;
    const methods = match.methods.includes('GET') ? [...match.methods, 'HEAD'] : match.methods;
    return [...methods, 'OPTIONS'].sort().join(', ');
  }

  /** Returns the addresses that are most similar to an unknown one, with the same first word if it exists. */
  like(path: string): string[] {
    // The cost of the comparison grows with the square of the length.
    if (path.length > 100) return [];
    const shape = path.replace(/\/\d+(?=\/|$)/g, '/{}');
    const byShape = new Map(this.#entries.map((entry) => [shapeOf(entry.path), entry.path]));
    const below = [...byShape.keys()].filter((one) => one.split('/')[1] === shape.split('/')[1]);
    return nearest(shape, below.length > 0 ? below : byShape.keys()).flatMap((near) => byShape.get(near) ?? []);
  }

  /** Returns the path of the endpoint at an address, and its parameters, for background requests. */
  match(path: string, method: string): { path: string; params: Record<string, number | string> } | null {
    const match = this.#entries.find((entry) => entry.methods.includes(method) && entry.pattern.test(path));
    if (!match) return null;
    const values = match.pattern.exec(path)?.slice(1) ?? [];
    const names = parameterNames(match.path);
    const params = names.map((name, index) => [name, parameterOf(name, values[index] ?? '')]);
    return { path: match.path, params: Object.fromEntries(params) };
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const parameters = escaped.replace(/\{(\w+)\}/g, (_, name) => (name === nameParameter ? '([^/]+)' : '(\\d+)'));
  return new RegExp(`^${parameters}$`);
}

/** Returns the value of a parameter of an address. */
const parameterOf = (name: string, text: string) => (name === nameParameter ? decodeURIComponent(text) : Number(text));

/** Returns the problem of an unknown address, or of a method that the address does not take. */
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
