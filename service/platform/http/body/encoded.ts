import { isUtf8 } from 'node:buffer';
import { problem } from '../../problems/problems.ts';

/** A run of encoded bytes. All other characters are whole, so that each run has whole characters, too. */
const runs = /(?:%[0-9a-f]{2})+/gi;
const beyondAscii = /%[89a-f][0-9a-f]/i;
/** The number of characters before a fault that the refusal shows. */
const shownCharacters = 30;

/**
 * Checks that url-encoded text is UTF-8. A tolerant reader would replace some of the sent text.
 * @param what `The query`, `The url-encoded body`
 * @throws request.malformed with the place
 */
export function assertUtf8(encoded: string, what: string): void {
  if (!beyondAscii.test(encoded)) return;
  for (const { 0: run, index } of encoded.matchAll(runs)) {
    if (isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) continue;
    const before = JSON.stringify(encoded.slice(Math.max(0, index - shownCharacters), index));
    const detail = `${what} is not UTF-8: ${run.slice(0, shownCharacters)} at character ${index}, after ${before}. Encode it as UTF-8.`;
    throw problem('request.malformed', detail, { position: index });
  }
}
