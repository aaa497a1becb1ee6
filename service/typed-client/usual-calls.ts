import { parameterNames } from '../platform/http/address.ts';
import type { ClientCall } from '../platform/openapi/client-call.ts';
import { typeName } from '../platform/openapi/type-names.ts';
import type { BodyTypes } from './body-types.ts';
import { idsOf } from './call-type.ts';

/** The calls of a place that the factory makes together, and the text that makes them: `crud<Site, …>('/site')`. */
interface UsualCalls {
  readonly calls: readonly ClientCall[];
  readonly text: string;
}

type Find = (name: string) => ClientCall | undefined;

/** Returns the calls of a place that the factory makes together: reading and changing a record, and its timeline. */
export function usualCalls(calls: readonly ClientCall[], bodies: BodyTypes): UsualCalls[] {
  const find: Find = (name) => calls.find((call) => call.name === name);
  return [recordCalls(find, bodies), timelineCall(find)].filter((usual) => usual !== null);
}

/** Returns the description that creation and changes share, or that of the creation. */
export function usualDescription(usual: readonly UsualCalls[]): string {
  return usual.flatMap(({ calls }) => calls).find(({ name }) => name === 'create')?.endpoint.description ?? '';
}

function recordCalls(find: Find, bodies: BodyTypes): UsualCalls | null {
  const list = find('list');
  const get = find('get');
  const lists = list?.endpoint.lists;
  if (!list || !get || !lists || !isListOf(list, get)) return null;
  const { path } = list.endpoint;
  const writes = ['create', 'update', 'remove'].map(find).filter((call) => call !== undefined);
  const changes = writes.length === 3 && writes.every((call) => isPlain(call, list));
  const types = [typeName(lists.of.name)];
  if (changes) types.push(...writes.flatMap((call) => bodies.bodyOf(call)?.type ?? []));
  const name = changes ? 'crud' : 'reads';
  const text =
    lists.as === 'array'
      ? `${name}Below<${[`[${idsOf(get)}]`, ...types].join(', ')}>('${path}')`
      : `${name}<${types.join(', ')}>('${path}')`;
  return { calls: [list, get, ...(changes ? writes : [])], text };
}

/** Only the records of an address without ids have a timeline below their id. */
function timelineCall(find: Find): UsualCalls | null {
  const list = find('list');
  const timeline = find('timeline');
  if (!list?.endpoint.lists || !timeline || parameterNames(list.endpoint.path).length > 0) return null;
  return { calls: [timeline], text: `timeline('${list.endpoint.path}')` };
}

/** True for a list in pages at an address without ids, or a plain array below a record, with `get` below the list. */
function isListOf(list: ClientCall, get: ClientCall): boolean {
  const hasIds = parameterNames(list.endpoint.path).length > 0;
  const isArray = list.endpoint.lists?.as === 'array';
  return hasIds === isArray && get.endpoint.path.startsWith(`${list.endpoint.path}/`);
}

/** A call is plain if it takes a body, returns the record of the list and nothing more, or removes it. */
function isPlain({ name, endpoint }: ClientCall, list: ClientCall): boolean {
  const { returns, answer: { embeds, adds, previews } = {}, run, status, body } = endpoint;
  if (name === 'remove') return status === 204;
  return returns === list.endpoint.lists?.of && body !== undefined && !embeds && !adds && !run?.background && !previews;
}
