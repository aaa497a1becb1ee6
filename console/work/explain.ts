import type { Barcode } from '../../barcodes/read.ts';
import type { Client } from '../../client/browser.ts';
import { client } from '../ground/client.ts';

type Context = Omit<Parameters<Client['scan']['get']>[0], 'code'>;

/** Milliseconds that somebody with a scanner in their hand waits for words. */
const patience = 3_000;

/**
 * Asks the service what a code is that nothing on the page has.
 * @param unknown what to say if the service does not know, or gives no answer
 */
export async function explain(code: Barcode, context: Context, unknown: string): Promise<string> {
  const options = { retries: 0, timeout: patience };
  const answer = await client.scan.get({ ...context, code: code.text }, options).catch(() => null);
  return answer?.matches[0]?.here?.detail ?? unknown;
}
