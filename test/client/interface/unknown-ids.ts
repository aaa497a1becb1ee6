import type { Connection, Message } from '../../../client/connection.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

/** An id that no record has. */
const none = 987_654_321;

/** A field of a body with ids of records. A star in its path stands for the members of a list. */
interface IdField {
  readonly operation: string;
  readonly path: string;
  /** The example of the body. */
  readonly example: Any;
}

interface Trial extends IdField {
  readonly outcome: string | null;
}

/**
 * Sends each body of a client before with an unknown id in each of its fields with ids. The bodies are valid otherwise, because the
 * client's own call succeeds.
 */
export class UnknownIds {
  readonly #document: Any;
  readonly #fields: readonly IdField[];
  readonly #outcomes = new Map<string, string | null>();

  constructor(document: object) {
    this.#document = document;
    this.#fields = Object.entries<Any>(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries<Any>(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema;
        const operation = `${method.toUpperCase()} ${path}`;
        const { $ref, ...written } =
          Object.values<Any>(requestBody?.content['application/json']?.examples ?? {})[0] ?? {};
        const example = ($ref ? this.#at($ref) : written).value;
        const paths = [...new Set(this.#idsIn(schema ?? {}, ''))];
        return paths.map((path) => ({ operation, path, example })).filter((field) => !(nameOf(field) in exceptions));
      }),
    );
  }

  /** Returns a connection that sends the bodies with unknown ids before each body of a client. */
  through(connection: Connection): Connection {
    return {
      ...connection,
      exchange: async (message) => {
        const trials = await this.#tried(connection, message);
        const answer = await connection.exchange(message);
        if (answer.status < 300) for (const one of trials) this.#outcomes.set(nameOf(one), one.outcome);
        return answer;
      },
    };
  }

  /** Returns the fields whose unknown ids got another answer than a 422 with the field and the id, or that no call has tried. */
  faults(): string[] {
    return this.#fields.flatMap((field) => {
      const name = nameOf(field);
      const outcome = this.#outcomes.has(name) ? this.#outcomes.get(name) : 'was not tried';
      return outcome === null ? [] : [`${name}: ${outcome}`];
    });
  }

  async #tried(connection: Connection, message: Message): Promise<Trial[]> {
    const { method, path, body, headers } = message;
    if (method === 'GET' || body === undefined || !body.startsWith('{')) return [];
    const address = path.split('?', 1)[0]!;
    const fields = this.#fields.filter((field) => isOf(field, method, address) && !this.#outcomes.has(nameOf(field)));
    const { 'idempotency-key': _, ...others } = headers;
    const trials: Trial[] = [];
    for (const field of fields) {
      const changed = JSON.parse(body);
      const names = field.path.slice(1).split('/');
      if (!replace(changed, names, structuredClone(field.example))) continue;
      const answer = await connection.exchange({ ...message, headers: others, body: JSON.stringify(changed) });
      trials.push({ ...field, outcome: faultOf(answer.status, answer.text(), names.at(-1)!) });
    }
    return trials;
  }

  *#idsIn(schema: Any, path: string, within: readonly string[] = []): Generator<string> {
    const { $ref, properties = {}, items } = schema;
    if (within.includes($ref)) return;
    if ($ref) yield* this.#idsIn(this.#at($ref), path, [...within, $ref]);
    for (const kind of ['anyOf', 'oneOf', 'allOf']) {
      for (const one of schema[kind] ?? []) yield* this.#idsIn(one, path, within);
    }
    for (const [name, field] of Object.entries<Any>(properties)) {
      if (name !== 'external_id' && /_ids?$/.test(name)) yield `${path}/${name}`;
      else yield* this.#idsIn(field, `${path}/${name}`, within);
    }
    if (typeof items === 'object') yield* this.#idsIn(items, `${path}/*`, within);
  }

  #at(reference: string): Any {
    return reference
      .slice(2)
      .split('/')
      .reduce((node: Any, part) => node[part], this.#document);
  }
}

/** Members of lists that the examples lack. */
const fallbacks: Any = { line_details: { qty: 1 }, fees: { amount: 1 }, discounts: { amount: 1 } };

/** The fields with another rule, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['address', 'email', 'phone'].flatMap((kind) => [
      [`POST /customer/{customer_id}/${kind} /${kind}type_id`, 'an unknown type becomes the first one'],
      [`PUT /customer/{customer_id}/${kind}/{${kind}_id} /${kind}type_id`, 'an unknown type becomes the first one'],
    ]),
  ),
  'POST /session /site_id': 'only pages of the service sign in; the sites of a sign-in have tests of their own',
  'PUT /session /site_id': 'only pages of the service sign in; the sites of a sign-in have tests of their own',
  'POST /engine/steps /orders/*/order_id': 'an order that is gone has no steps, and holds up no other order',
  'POST /engine/steps /orders/*/request_id': 'the id of a request of the engine is no id of a record',
  'POST /engine/bulkrun/{bulkrun_id}/perform /order_id':
    'the order has an outcome of its own, and holds up no other order',
  ...Object.fromEntries(
    ['results', 'released'].flatMap((ends) => [
      [`POST /engine/webhookdelivery/report /${ends}/*/log_id`, 'the delivery may be deleted meanwhile'],
      [`POST /engine/webhookdelivery/report /${ends}/*/webhookdelivery_id`, 'the delivery may be deleted meanwhile'],
    ]),
  ),
  'POST /engine/autowork/{id}/finish /tasks/*/task_id': 'the engine reports what it did',
  'POST /engine/autowork/{id}/finish /tasks/*/record_id':
    'the engine reports what it did: the record may be deleted meanwhile',
  'POST /engine/autowork/{id}/wait /tasks/*/task_id': 'the engine reports what it did',
  'POST /engine/autowork/{id}/wait /tasks/*/record_id':
    'the engine reports what it did: the record may be deleted meanwhile',
};

const nameOf = ({ operation, path }: Pick<IdField, 'operation' | 'path'>) => `${operation} ${path}`;

const isOf = ({ operation }: IdField, method: string, address: string) =>
  new RegExp(`^${operation.replace(/\{\w+\}/g, '\\d+')}$`).test(`${method} ${address}`);

/** Puts the unknown id into a field. A body without the list gets that of the example. @returns whether the body has a place for it */
function replace(value: Any, [name = '', ...rest]: readonly string[], example: Any): boolean {
  if (name === '*') return Array.isArray(value) && value.length > 0 && replace(value[0], rest, example?.[0]);
  if (typeof value !== 'object' || value === null) return false;
  if (rest.length > 0) {
    value[name] ??= example?.[name] ?? (rest[0] === '*' ? [fallbacks[name] ?? {}] : undefined);
    return replace(value[name], rest, example?.[name]);
  }
  value[name] = Array.isArray(value[name]) || name.endsWith('_ids') ? [none] : none;
  return true;
}

function faultOf(status: number, text: string, field: string): string | null {
  const { code, detail, errors = [] } = JSON.parse(text);
  const said = [detail, ...errors.flatMap((one: Any) => [one.pointer, one.detail])].join(' ');
  // Where the field does not fit the others of the body, the refusal says that first.
  const names = said.includes(field) && (said.includes(String(none)) || code === 'body.invalid');
  return status === 422 && names ? null : `${status} ${code} ${said}`.slice(0, 200);
}
