import { isUtf8 } from 'node:buffer';
import { problem } from '../../problems/problems.ts';

/** The number of characters before a fault that the refusal shows. */
const shownCharacters = 30;

/**
 * Returns the text of a body.
 * @throws 400 for bytes that are not UTF-8, with their place: to store a replacement would change the text silently
 */
export function textOf(body: Buffer): string {
  const text = body.toString('utf8');
  if (isUtf8(body)) return text;
  const { position, before } = firstFault(body, text);
  const byte = `0x${(body[position] ?? 0).toString(16).padStart(2, '0')}`;
  throw problem(
    'request.malformed',
    `The body is not UTF-8: byte ${position} is ${byte}, after ${JSON.stringify(before.slice(-shownCharacters))}. Encode the body as UTF-8.`,
    { position },
  );
}

/** Returns the place of the first byte that is not UTF-8, counted from 0, and the text before it. */
function firstFault(body: Buffer, text: string): { position: number; before: string } {
  let [position, length] = [0, 0];
  for (const character of text) {
    const bytes = Buffer.from(character);
    if (!bytes.equals(body.subarray(position, position + bytes.length))) break;
    position += bytes.length;
    length += character.length;
  }
  return { position, before: text.slice(0, length) };
}
