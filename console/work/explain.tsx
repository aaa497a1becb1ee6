import type { ReactNode } from 'react';
import type { Barcode } from '../../barcodes/read.ts';
import type { Client } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { ServiceText } from '../texts/service-words.tsx';
import type { WorkTexts } from './texts/en.ts';

type Context = Omit<Parameters<Client['scan']['get']>[0], 'code'>;

/** Milliseconds that somebody with a scanner in their hand waits for better words. */
const patience = 3_000;

/** Returns what the page says at once about a code that nothing on it has, and the words of the service, which knows more. */
export function unknownCode(code: Barcode, context: Context, texts: WorkTexts): [string, Promise<ReactNode>] {
  const unknown = texts.wrong.unknown(code.code);
  return [unknown, explain(code, context, texts, unknown)];
}

async function explain(code: Barcode, context: Context, texts: WorkTexts, unknown: string): Promise<ReactNode> {
  const options = { retries: 0, timeout: patience };
  const answer = await client.scan.get({ ...context, code: code.text }, options).catch(() => null);
  const [match] = answer?.matches ?? [];
  if (!match) return unknown;
  const { kind, label, here } = match;
  // The service finds it right, such as the lot of a part that nobody has scanned, and this page waits for something else.
  if (here && here.action !== null) return texts.wrong.notNow(label);
  return <ServiceText>{here?.detail ?? `This is ${kind} ${label}.`}</ServiceText>;
}
