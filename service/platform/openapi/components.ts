import { withParts } from './parts.ts';

/** Schemas, parameters and answers that a description needs several times. Each is one component, and its uses refer to it. */

export type Json = Record<string, unknown>;

type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers';

export class Components {
  readonly #kinds = new Map<Kind, Map<string, Json>>();
  /** The names of the components, by their JSON text. */
  readonly #names = new Map<string, string>();

  /**
   * Adds a component under this name. A different component of the same name is a mistake in the declarations. The objects
   * within a schema become components, too.
   * @throws Error for that mistake
   */
  add(kind: Kind, name: string, declared: Json): Json {
    const value =
      kind === 'schemas' ? withParts(name, declared, (part, schema) => this.add('schemas', part, schema)) : declared;
    const components = this.#componentsOf(kind);
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(value)) {
      throw new Error(`The description has two components/${kind}/${name}`);
    }
    components.set(name, value);
    return reference(kind, name);
  }

  /** Adds a component once: under this name, or under the name of an equal component. */
  once(kind: Kind, name: string, value: Json): Json {
    const text = `${kind} ${JSON.stringify(value)}`;
    const known = this.#names.get(text) ?? name;
    this.#names.set(text, known);
    return this.add(kind, known, value);
  }

  get(kind: Kind, name: string): Json | undefined {
    return this.#kinds.get(kind)?.get(name);
  }

  has(kind: Kind, name: string): boolean {
    return this.get(kind, name) !== undefined;
  }

  /** All components by kind and name, in alphabetical order: the text does not change if endpoints change places. */
  written(): Json {
    const sorted = (components: Map<string, Json>) =>
      Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
    return Object.fromEntries([...this.#kinds].map(([kind, components]) => [kind, sorted(components)]));
  }

  #componentsOf(kind: Kind): Map<string, Json> {
    const components = this.#kinds.get(kind) ?? new Map<string, Json>();
    this.#kinds.set(kind, components);
    return components;
  }
}

export const reference = (kind: Kind, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
