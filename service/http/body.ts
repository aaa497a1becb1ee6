import { problem } from '../problems.ts';
import { parseForm } from './form.ts';
import { parseJson, TooDeep } from './json.ts';

/**
 * Reads a body as existing clients send it: JSON, url-encoded, or nothing at all, whatever the content type says. Verbs come
 * with `Content-Type: application/json` and no body, and that is no error (design page §1).
 * @returns the members of the body; undefined where there is none
 */
export function readBody(raw: string, contentType: string | undefined): Record<string, unknown> | undefined {
  const source = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (source.trim() === '') return undefined;
  const value = mediaType(contentType) === 'form' ? (labelledForm(source) ?? form(source)) : json(source);
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    const errors = [{ pointer: '', detail: 'must be an object' }];
    throw problem('body.invalid', 'The body must be a JSON object such as {"name": "value"}.', { errors });
  }
  refuseNul(value as Record<string, unknown>, source);
  return value as Record<string, unknown>;
}

function mediaType(contentType: string | undefined): 'json' | 'form' {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return 'form';
  // No type, and what curl and some HTTP libraries send for text that they know nothing about.
  if (type === '' || type === 'text/plain' || type === 'application/json' || type.endsWith('+json')) return 'json';
  throw problem('body.media-type', `Send the body as application/json; ${type} is not read here.`);
}

/** `curl -d '{…}'` and some HTTP libraries call every body a form; no form begins with a brace. */
function labelledForm(source: string): unknown {
  return source.trimStart().startsWith('{') ? json(source) : null;
}

function form(source: string): unknown {
  const value = parseForm(source);
  if (value === null) throw problem('request.malformed', 'A name in the url-encoded body cannot be read.');
  return value;
}

function json(source: string): unknown {
  try {
    return parseJson(source);
  } catch (error) {
    if (error instanceof TooDeep) throw problem('request.malformed', error.message);
    if (!(error instanceof SyntaxError)) throw error;
    throw problem(
      'request.malformed',
      `The body is not JSON: ${error.message.replace(/\s*\n\s*/g, ' ').slice(0, 200)}.`,
    );
  }
}

/** PostgreSQL holds no NUL in text, so no text may have one, wherever it is. */
function refuseNul(body: Record<string, unknown>, source: string): void {
  if (!source.includes('\\u0000') && !source.includes('%00') && !source.includes('\0')) return;
  const pointer = nulIn(body, '');
  if (pointer === null) return;
  const errors = [{ pointer, detail: 'must not hold a NUL character' }];
  throw problem('body.invalid', `${pointer.slice(1)} must not hold a NUL character.`, { errors });
}

function nulIn(value: unknown, pointer: string): string | null {
  if (typeof value === 'string') return value.includes('\0') ? pointer : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\0', '')}`;
    if (name.includes('\0')) return at;
    const found = nulIn(member, at);
    if (found !== null) return found;
  }
  return null;
}
