import type { z } from 'zod';

/** The nested parts of a zod schema's definition. A plugin may have a zod of its own, so that `instanceof` does not work. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly options?: readonly Schema[];
}

type Schema = { readonly def: Definition };

/** Returns the keys that a schema allows at a path; an empty list if it allows any key. */
export function keysAt(schema: z.ZodType, path: readonly (string | number)[]): string[] {
  return Object.keys(descend(schema as unknown as Schema, path)?.def.shape ?? {});
}

function descend(schema: Schema | undefined, path: readonly (string | number)[]): Schema | undefined {
  const { def } = schema ?? {};
  if (!def) return undefined;
  if (def.innerType) return descend(def.innerType, path);
  if (def.type === 'pipe') return descend(def.in, path);
  const [head, ...rest] = path;
  if (head === undefined) return def.options?.find((option) => option.def.shape) ?? schema;
  if (def.options) return def.options.map((option) => descend(option, path)).find((inner) => inner !== undefined);
  return descend(def.shape?.[head] ?? def.valueType ?? def.element, rest);
}

/** Returns the same object schema with unknown keys refused, so that a misspelt option is a fault. */
export function refusingUnknownKeys(schema: z.ZodType): z.ZodType {
  const object = schema as z.ZodType & { readonly def: { type: string; catchall?: unknown }; strict?: () => z.ZodType };
  return object.def?.type === 'object' && !object.def.catchall && object.strict ? object.strict() : schema;
}
