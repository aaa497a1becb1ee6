import type { ReactNode } from 'react';
import type { Barcode } from '../../barcodes/read.ts';
import type { Client } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { ServiceText } from '../texts/service-words.tsx';

type Context = Omit<Parameters<Client['scan']['get']>[0], 'code'>;

/** Milliseconds that somebody with a scanner in their hand waits for words. */
const patience = 3_000;

/**
 * Asks the service what a code is that nothing on the page has.
 * @param unknown what to say if the service does not know, or gives no answer
 */
export async function explain(code: Barcode, context: Context, unknown: string): Promise<ReactNode> {
  const options = { retries: 0, timeout: patience };
  const answer = await client.scan.get({ ...context, code: code.text }, options).catch(() => null);
  const detail = answer?.matches[0]?.here?.detail;
  return detail === undefined ? unknown : <ServiceText>{detail}</ServiceText>;
}
