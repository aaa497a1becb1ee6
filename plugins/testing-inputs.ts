import { type CarrierHook, carrierHooks } from './shipment.ts';

/** Checks the inputs of `testCarrier` and `testSetting`: a wrong one says what is expected, and does not reach the plugin. */

type Fields = Readonly<Record<string, unknown>>;

/** Throws a TypeError unless the input is an object with some of these members. @param example such as `book({ order: {} })` */
export function assertMembers(call: string, input: unknown, members: readonly string[], example: string): void {
  const takes = `${call} takes an object with ${listed(members, 'and')}, such as ${example}`;
  if (!isObject(input)) throw new TypeError(`${takes}. It got ${kindOf(input)}.`);
  const unknown = Object.keys(input).find((name) => !members.includes(name));
  if (unknown !== undefined) throw new TypeError(`${takes}. There is no member ${unknown}.`);
}

/**
 * Throws a TypeError unless the values are fields of the sample, with values of the same kind. Null is a value of every field.
 * @param what such as `The order of book`
 */
export function assertFields(what: string, values: unknown, sample: Fields): void {
  if (!isObject(values))
    throw new TypeError(`${what} must be an object with fields to change. It is ${kindOf(values)}.`);
  for (const [name, value] of Object.entries(values)) {
    if (!(name in sample)) {
      throw new TypeError(`${what} has no field ${name}. Its fields are ${Object.keys(sample).join(', ')}.`);
    }
    assertValue(`${what}: ${name}`, value, sample[name]);
  }
}

function assertValue(field: string, value: unknown, sample: unknown): void {
  if (value === undefined) throw new TypeError(`${field} is undefined. For a field without a value, write null.`);
  if (value === null || sample === null || kindOf(value) === kindOf(sample)) return;
  const example = typeof sample === 'object' ? '' : `, such as ${JSON.stringify(sample)}`;
  throw new TypeError(`${field} must be ${kindOf(sample)}${example}. It is ${kindOf(value)}.`);
}

/**
 * Throws a TypeError unless the value is a list of whole records like the sample.
 * @param what such as `The cartons of book`
 * @param optional fields that a record may lack
 */
export function assertRecords(what: string, records: unknown, sample: Fields, optional: readonly string[] = []): void {
  if (!Array.isArray(records)) throw new TypeError(`${what} must be a list. It is ${kindOf(records)}.`);
  for (const [index, record] of records.entries()) {
    const one = `${what}, number ${index + 1}`;
    assertFields(one, record, sample);
    const missing = Object.keys(sample).filter((name) => !(name in record) && !optional.includes(name));
    if (missing.length > 0) {
      throw new TypeError(`${one}, lacks ${listed(missing, 'and')}. For a field without a value, write null.`);
    }
  }
}

/** Throws a TypeError unless the options of a carrier are an object. */
export function assertOptions(written: unknown): void {
  if (isObject(written)) return;
  const example = "testCarrier(file, { office: 'http://127.0.0.1:7422' })";
  throw new TypeError(`The options of a carrier are an object, such as in ${example}. They are ${kindOf(written)}.`);
}

/** Throws a TypeError for a hook that the plugin does not have. */
export function assertHook(
  plugin: { readonly name: string } & { readonly [hook in CarrierHook]?: unknown },
  hook: CarrierHook,
): void {
  if (plugin[hook]) return;
  const own = ['plan', ...carrierHooks.filter((name) => plugin[name])];
  throw new TypeError(`The plugin ${plugin.name} has no hook ${hook}. It has ${listed(own, 'and')}.`);
}

/** Names that other code looks up in every object: `await`, JSON and the matchers of tests. */
const lookedUp = new Set(['then', 'catch', 'finally', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName', 'inspect']);

/** Returns the carrier under test with a sentence for calls of members that it does not have. */
export function withUnknownHooks<Tested extends object>(tested: Tested): Tested {
  return new Proxy(tested, {
    get(target, name, receiver) {
      if (typeof name === 'symbol' || name in target || lookedUp.has(name)) return Reflect.get(target, name, receiver);
      return () => {
        throw new TypeError(`There is no hook ${name}. The hooks are ${listed(['plan', ...carrierHooks], 'and')}.`);
      };
    },
  });
}

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the kind of a value, such as `a string`. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function listed(names: readonly string[], word: string): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
