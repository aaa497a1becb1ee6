import { isUtf8 } from 'node:buffer';
import type { OutgoingAnswer } from './sender.ts';

/** Characters of windows-1252 from 0x80 to 0x9f. Node 20 decodes them as control characters. */
const windowsLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Returns the text of bytes; null for bytes that do not fit the encoding, and for an unknown encoding. It never makes a replacement
 * character, because the service would store that character and lose the sent one.
 * @param isCut whether the bytes may end within a character, which is left out
 */
export function decoded(bytes: Uint8Array, encoding: string, { isCut = false } = {}): string | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes, { stream: isCut });
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (letter) => windowsLetters[letter.charCodeAt(0) - 0x80] ?? letter);
  } catch {
    return null;
  }
}

/**
 * Returns the text of an answer in the charset that it names, or else in UTF-8. Bytes that do not fit are read as windows-1252, where each
 * byte is a letter: a booking must not fail because an old system names no charset or a wrong one.
 */
export function answerText({
  headers,
  body,
  truncated,
}: Pick<OutgoingAnswer, 'headers' | 'body' | 'truncated'>): string {
  const charset = /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(charset) && isUtf8(body)) return body.toString('utf8');
  return readableText(body, charset, truncated);
}

/** Returns the text of bytes in an encoding, or else in windows-1252. */
export function readableText(bytes: Uint8Array, encoding = 'utf-8', isCut = false): string {
  return decoded(bytes, encoding, { isCut }) ?? decoded(bytes, 'windows-1252') ?? '';
}
