import type { Readable } from 'node:stream';
import type { Resource } from '../listing/declaration/resource.ts';
import { item } from '../listing/list.ts';
import { Problem, problem } from '../problems/problems.ts';
import { recordName } from '../problems/record-names.ts';
import { nameParameter, parameterNames } from './address.ts';
import {
  type Answer,
  type AnyCall,
  type ContentAnswer,
  type Endpoint,
  pathParameter,
  type RecordAnswer,
  type ValueAnswer,
} from './endpoint.ts';
import { withoutEngine } from './engine-path.ts';
import { etagOf, shownParts } from './etag.ts';
import { unknownInBody } from './unknown-in-body.ts';

/** The answer that goes back to the caller. Stored answers for repeated requests have this form too. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The bytes of the body, in place of `body`. Only lists use it; they are never stored. */
  readonly bytes?: Buffer;
  /** A stream of the body, in place of `body` and `bytes`. */
  readonly stream?: Readable;
  /** The token for the cookie of a session; null clears the cookie. It is never stored. */
  readonly sessionCookie?: string | null;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

/** What was accepted waits for stock or a date. Asking for it every minute is early enough. */
const accepted = (location: string) => ({ location, 'retry-after': '60' });

/**
 * Runs the endpoint and writes its answer.
 * @param returns `Prefer: return=minimal`: the answer is the id, and the record is not read again. `return=representation`: it is
 * the record, also where the usual answer is less
 */
export async function perform(
  endpoint: Endpoint,
  call: AnyCall,
  returns: 'minimal' | 'representation' | null,
): Promise<Reply> {
  await checkEmbed(endpoint, call);
  try {
    const answer = await handled(endpoint, call);
    const reply = await replyOf(endpoint, answer, call, returns);
    if (!answer || !('value' in answer) || answer.sessionCookie === undefined) return reply;
    return { ...reply, sessionCookie: answer.sessionCookie };
  } catch (error) {
    throw await withFate(error, endpoint, call);
  }
}

/** Returns the record that a parameter of the address identifies. @param word the first one of the address */
const recordOf = (parameter: string, word: string): string =>
  parameter === 'id' ? word : parameter === 'line_id' ? `${word}line` : parameter.replace(/_id$/, '');

/** Returns the records of an address. */
const recordsIn = (path: string, params: AnyCall['params']) =>
  parameterNames(path)
    .filter((name) => name !== nameParameter)
    .map((name) => ({ record: recordOf(name, path.split('/')[1] ?? ''), id: pathParameter(params, name) }));

/** Adds to the refusal of an unknown record which field names it, and that it was archived, or deleted with its order. Only unknown records cost the question. */
async function withFate(error: unknown, endpoint: Endpoint, call: AnyCall): Promise<unknown> {
  const path = withoutEngine(endpoint.path);
  const { params, services, permissions } = call;
  const inBody = unknownInBody(error, call.body, recordsIn(path, params));
  if (inBody) return (await services.withWithdrawal?.(inBody.refusal, inBody.subject, permissions)) ?? inBody.refusal;
  if (!(error instanceof Problem) || error.code !== 'record.unknown') return error;
  const names = parameterNames(path);
  const [name] = names;
  const [, word = ''] = path.split('/');
  // A record that has a name in place of an id is in no archive.
  if (name === undefined || name === nameParameter || !path.startsWith(`/${word}/{`)) return error;
  const id = pathParameter(params, name);
  const elsewhere = (await services.ofOtherKind?.(word, id)) ?? (await services.archived?.(word, id));
  if (elsewhere) return elsewhere;
  const last = names.at(-1) ?? name;
  const subject = { record: recordOf(last, word), id: pathParameter(params, last) };
  return (await services.withWithdrawal?.(error, subject, permissions)) ?? error;
}

async function replyOf(
  endpoint: Endpoint,
  answer: Answer,
  call: AnyCall,
  returns: 'minimal' | 'representation' | null,
): Promise<Reply> {
  const status = (answer && 'record' in answer && answer.status) || (endpoint.status ?? 200);
  if (answer === undefined || status === 204) return { status, headers: {}, body: '' };
  // The answer of a request that runs later is at its `Location`.
  if (status === 202 && 'value' in answer) return { status, headers: { ...answer.headers }, body: '' };
  if ('accepted' in answer) return { status: 202, headers: accepted(answer.accepted), body: '' };
  if (returns === 'representation' && 'value' in answer && answer.representation) {
    const { headers, ...reply } = await recordReply(endpoint, answer.representation, call, status);
    return { ...reply, headers: { ...headers, 'preference-applied': 'return=representation' } };
  }
  if (!('record' in answer)) return withEtag(endpoint, bodyReply(answer, status));
  if (returns === 'minimal' && endpoint.method !== 'GET') return minimalReply(answer, status);
  return recordReply(endpoint, answer, call, status);
}

/** Returns the reply of a change whose record was read already. @param text its JSON; undefined for `return=minimal` */
export function recordReplyOf(
  endpoint: Endpoint,
  answer: RecordAnswer,
  { search }: Pick<AnyCall, 'search'>,
  returns: 'minimal' | 'representation' | null,
  text: string | undefined,
): Reply {
  const status = endpoint.status ?? 200;
  if (returns === 'minimal') return minimalReply(answer, status);
  if (text === undefined) throw unknownRecord(answer);
  return textReply(endpoint, answer, text, search, status);
}

function minimalReply(answer: RecordAnswer, status: number): Reply {
  const headers = { ...json, ...answer.headers, 'preference-applied': 'return=minimal' };
  return { status, headers, body: JSON.stringify({ id: answer.id, ...answer.with }) };
}

/** Returns the reply for an answer that contains its whole body. */
function bodyReply(answer: ValueAnswer | ContentAnswer, status: number): Reply {
  const headers = { ...json, ...answer.headers };
  if ('value' in answer)
    return { status: answer.status ?? status, headers, body: JSON.stringify(answer.value ?? null) };
  const { content } = answer;
  if (typeof content === 'string') return { status, headers, body: content };
  if (Buffer.isBuffer(content)) return { status, headers, body: '', bytes: content };
  return { status, headers: { ...answer.headers }, body: '', stream: content };
}

function withEtag({ answer }: Endpoint, reply: Reply): Reply {
  if (!answer?.hasEtag) return reply;
  const headers = { ...reply.headers, etag: etagOf(reply.body), 'cache-control': 'private, no-cache' };
  return { ...reply, headers };
}

/** Returns the reply with the record that the answer names, as it is stored now. */
async function recordReply(endpoint: Endpoint, answer: RecordAnswer, call: AnyCall, status: number): Promise<Reply> {
  return textReply(endpoint, answer, await recordText(endpoint, answer, call), call.search, status);
}

function textReply(
  endpoint: Endpoint,
  answer: RecordAnswer,
  text: string,
  search: URLSearchParams,
  status: number,
): Reply {
  // An answer with more than the record has no version, because `If-Match` could never match it.
  const version: Record<string, string> =
    endpoint.answer?.embeds || answer.with ? {} : { etag: etagOf(text, shownParts(search)) };
  const headers = { ...json, ...version, 'cache-control': 'private, no-cache', ...answer.headers };
  return { status, headers, body: text };
}

/** Runs the handler, and once more after an error that the endpoint recovers from. */
async function handled(endpoint: Endpoint, call: AnyCall): Promise<Answer> {
  try {
    return await endpoint.handle(call);
  } catch (error) {
    if (!(await endpoint.run?.recover?.(error, call))) throw error;
    return endpoint.handle(call);
  }
}

async function recordText(endpoint: Endpoint, answer: RecordAnswer, call: AnyCall): Promise<string> {
  const { record, id, scope } = answer;
  const parts = shownParts(call.search);
  const text = await item(call.database.pool, record, id, {
    ...parts,
    scope,
    readAccess: call.readAccess,
    shows: endpoint.answer?.embeds ?? [],
  });
  if (text === null) throw unknownRecord(answer);
  const more = answer.with ? JSON.stringify(answer.with) : '{}';
  return more === '{}' ? text : `${text.slice(0, -1)},${more.slice(1)}`;
}

const unknownRecord = ({ record, id }: RecordAnswer) =>
  problem('record.unknown', `There is no ${recordName(record.name)} ${id}.`);

/** Checks `embed` and `fields` before the change. An error after it would look like a refusal of the change. */
async function checkEmbed(endpoint: Endpoint, call: AnyCall): Promise<void> {
  const { method, returns, answer } = endpoint;
  if (method === 'GET' || !isResource(returns)) return;
  const parts = shownParts(call.search);
  if (!parts.embed && !parts.fields) return;
  await item(call.database.pool, returns, 0, { ...parts, readAccess: call.readAccess, shows: answer?.embeds ?? [] });
}

export function isResource(returns: Endpoint['returns']): returns is Resource {
  return returns !== undefined && 'relations' in returns;
}
