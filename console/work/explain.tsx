import type { ReactNode } from 'react';
import type { Client } from '../../client/browser.ts';
import type { Barcode } from '../../lib/barcodes/read.ts';
import { client } from '../ground/client.ts';
import { ServiceText } from '../texts/service-words.tsx';
import type { WorkTexts } from './texts/en.ts';

export type Context = Omit<Parameters<Client['scan']['get']>[0], 'code'>;
type Answer = Awaited<ReturnType<Client['scan']['get']>>;
/** Returns where a record that a code names would belong; null if nowhere. */
export type ContextOf = (match: Answer['matches'][number]) => Promise<Context | null>;

/** Where the code was scanned. With `contextOf` a second call asks the service where the record would belong. */
export interface Place {
  readonly context: Context;
  readonly contextOf?: ContextOf | undefined;
}

/** Milliseconds that somebody with a scanner in their hand waits for better words. */
const patience = 3_000;

/** Returns what the page says at once about a code that nothing on it has, and the words of the service, which knows more. */
export function unknownCode(code: Barcode, place: Place, texts: WorkTexts): [string, Promise<ReactNode>] {
  const unknown = texts.wrong.unknown(code.code);
  return [unknown, explain(code, place, texts, unknown)];
}

async function explain(code: Barcode, place: Place, texts: WorkTexts, unknown: string): Promise<ReactNode> {
  const match = await firstMatch(code, place).catch(() => null);
  if (!match) return unknown;
  const { kind, label, here } = match;
  // The service accepts it, for example an unscanned lot of a part, but this page expects another scan.
  if (here && here.action !== null) return texts.wrong.notNow(label);
  return <ServiceText>{here?.detail ?? `This is ${kind} ${label}.`}</ServiceText>;
}

async function firstMatch({ text }: Barcode, { context, contextOf }: Place) {
  const ask = (where: Context) => client.scan.get({ ...where, code: text }, { retries: 0, timeout: patience });
  const [match] = (await ask(context)).matches;
  if (!match || match.here || !contextOf) return match;
  const own = await contextOf(match);
  return own ? (await ask({ ...context, ...own })).matches[0] : match;
}
