/** The number fields of the bodies of all operations, as the description of the interface declares them. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any;

export interface NumberField {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  /** The greatest value that the description allows. */
  readonly most: number;
  /** The example of the whole body. */
  readonly example: Json;
}

/** Returns every number field of the operations that create or change something. */
export function numberFields(document: Json): NumberField[] {
  const resolved = (schema: Json): Json =>
    schema.$ref
      ? resolved(
          schema.$ref
            .split('/')
            .slice(1)
            .reduce((at: Json, key: string) => at[key], document),
        )
      : schema;
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).flatMap(([method, { requestBody }]) => {
      const media = requestBody?.content?.['application/json'];
      if (!media || !['post', 'put', 'patch'].includes(method)) return [];
      const example = media.example ?? Object.values<Json>(media.examples ?? {})[0]?.value ?? {};
      return numbersIn(media.schema, '', resolved).map((one) => ({
        method: method.toUpperCase(),
        path,
        example,
        ...one,
      }));
    }),
  );
}

function numbersIn(
  declared: Json,
  pointer: string,
  resolved: (schema: Json) => Json,
  depth = 0,
): Pick<NumberField, 'pointer' | 'most'>[] {
  if (depth > 10) return [];
  const schema = resolved(declared);
  const within = (one: Json, at: string) => numbersIn(one, at, resolved, depth + 1);
  const types = [schema.type].flat();
  const isNumber = types.includes('number') || types.includes('integer');
  return [
    ...(isNumber ? [{ pointer, most: schema.maximum ?? schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY }] : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((kind) => (schema[kind] ?? []).flatMap((one: Json) => within(one, pointer))),
    ...(schema.items ? within(schema.items, `${pointer}/0`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => within(one, `${pointer}/${name}`)),
  ];
}

/** Returns the example of a body with another number in one field. */
export function withNumber({ example, pointer }: NumberField, value: number): Json {
  const body = structuredClone(example);
  const steps = pointer.split('/').slice(1);
  const last = steps.pop() as string;
  let at = body;
  for (const [index, step] of steps.entries()) {
    at[step] ??= (steps[index + 1] ?? last) === '0' ? [] : {};
    at = at[step];
  }
  at[last] = value;
  return body;
}
