/** What a description has several times is said once, under `components`, and referred to. */

export type Json = Record<string, unknown>;

type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers';

export class Components {
  readonly #kinds = new Map<Kind, Map<string, Json>>();
  /** Name of what is kept already, by its text. */
  readonly #names = new Map<string, string>();

  /** Keeps it under this name. The same name for something else is a mistake in the declarations. */
  add(kind: Kind, name: string, value: Json): Json {
    const kept = this.#kept(kind);
    const known = kept.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(value)) {
      throw new Error(`The description has two components/${kind}/${name}`);
    }
    kept.set(name, value);
    return reference(kind, name);
  }

  /** Keeps it once: under this name, or where there is the same already, under the name of that. */
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

  /** Everything, by kind and name in alphabetical order: the text does not change when endpoints change places. */
  written(): Json {
    const sorted = (kept: Map<string, Json>) =>
      Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
    return Object.fromEntries([...this.#kinds].map(([kind, kept]) => [kind, sorted(kept)]));
  }

  #kept(kind: Kind): Map<string, Json> {
    const kept = this.#kinds.get(kind) ?? new Map<string, Json>();
    this.#kinds.set(kind, kept);
    return kept;
  }
}

export const reference = (kind: Kind, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
