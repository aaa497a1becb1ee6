import { problem } from '../../problems/problems.ts';
import { assertUtf8 } from './encoded.ts';
import { parseForm } from './form.ts';
import { parseJson, TooComplex } from './json.ts';

/**
 * Reads a body as existing clients send it: JSON, url-encoded, or nothing, whatever the content type. Verbs come with
 * `Content-Type: application/json` and without a body, which is valid.
 * @returns the members of the body; undefined without a body
 */
export function readBody(raw: string, contentType: string | undefined): Record<string, unknown> | undefined {
  const source = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (source.trim() === '') return undefined;
  const value = isForm(source, mediaType(contentType)) ? form(source) : json(source);
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    const errors = [{ pointer: '', detail: 'must be an object' }];
    throw problem('body.invalid', 'The body must be a JSON object such as {"name": "value"}.', { errors });
  }
  refuseUnheld(value as Record<string, unknown>, source);
  return value as Record<string, unknown>;
}

function mediaType(contentType: string | undefined): 'json' | 'form' {
  const type = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return 'form';
  // No content type, or the one that curl and some HTTP libraries send for any text.
  if (type === '' || type === 'text/plain' || type === 'application/json' || type.endsWith('+json')) return 'json';
  throw problem('body.media-type', `Send the body as application/json; ${type} is not read here.`);
}

/**
 * Some clients label every body as a form, such as `curl -d`. Others label forms as `application/json`. The first characters
 * decide: no form begins with a brace, and no JSON with a name and an equals sign.
 */
function isForm(source: string, type: 'json' | 'form'): boolean {
  return type === 'form' ? !source.trimStart().startsWith('{') : /^[\w.%-]+(\[[^\]]*\])*=/.test(source);
}

function form(source: string): unknown {
  assertUtf8(source, 'The url-encoded body');
  const value = parseForm(source);
  if (value === null) throw problem('request.malformed', 'A name in the url-encoded body cannot be read.');
  return value;
}

function json(source: string): unknown {
  try {
    return parseJson(source);
  } catch (error) {
    if (error instanceof TooComplex) throw problem('request.malformed', error.message);
    if (!(error instanceof SyntaxError)) throw error;
    throw problem(
      'request.malformed',
      `The body is not JSON: ${error.message.replace(/\s*\n\s*/g, ' ').slice(0, 200)}.`,
    );
  }
}

/** Characters that no text of PostgreSQL can hold: NUL, and half of a surrogate pair, for which UTF-8 has no bytes. */
const unheld = /\0|\p{Cs}/gu;

/**
 * Checks all texts and names of a body, at any depth.
 * @throws 422 for the first one that PostgreSQL could not store unchanged
 */
function refuseUnheld(body: Record<string, unknown>, source: string): void {
  // The bytes of UTF-8 cannot carry half of a pair.
  if (!/\\u(?:0000|d[89a-f])|%00|\0/i.test(source)) return;
  // Many programs escape every character beyond ASCII, so that this first look has to be a quick one.
  if (isHeld(body)) return;
  const pointer = unheldIn(body, '') ?? '';
  const detail = 'must not hold a NUL character or half of a surrogate pair';
  throw problem('body.invalid', `${pointer.slice(1)} ${detail}.`, { errors: [{ pointer, detail }] });
}

/** Returns whether PostgreSQL could store all texts and names of a value unchanged. */
function isHeld(value: unknown): boolean {
  if (typeof value === 'string') return isHeldText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isHeld);
  for (const name in value) if (!isHeldText(name) || !isHeld((value as Record<string, unknown>)[name])) return false;
  return true;
}

const isHeldText = (text: string) => (text as WellFormed).isWellFormed() && !text.includes('\0');

/** Node 20 has this method of ES2024. */
type WellFormed = string & { isWellFormed(): boolean };

function unheldIn(value: unknown, pointer: string): string | null {
  if (typeof value === 'string') return value.search(unheld) < 0 ? null : pointer;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const shown = name.replace(unheld, '');
    const at = `${pointer}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (shown !== name) return at;
    const inner = unheldIn(member, at);
    if (inner !== null) return inner;
  }
  return null;
}
