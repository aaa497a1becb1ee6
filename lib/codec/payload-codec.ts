import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DataConverter, Payload, PayloadCodec, SerializationContext } from '@temporalio/common';

/** The encodings that the SDK writes and reads without a codec. */
const known: ReadonlySet<string> = new Set([
  'binary/null',
  'binary/plain',
  'json/plain',
  'json/protobuf',
  'binary/protobuf',
]);

/**
 * The codec of a process without a codec. It changes nothing, and refuses a payload that another process has encoded: the SDK
 * would only say that it does not know the encoding.
 */
export const unencoded: PayloadCodec = {
  async encode(payloads) {
    return payloads;
  },
  async decode(payloads, context) {
    for (const payload of payloads) assertKnown(payload, context);
    return payloads;
  },
};

function assertKnown({ metadata }: Payload, context: SerializationContext | undefined): void {
  const encoding = Buffer.from(metadata?.encoding ?? []).toString();
  if (encoding === '' || known.has(encoding)) return;
  const where = context && 'workflowId' in context && context.workflowId ? ` of workflow ${context.workflowId}` : '';
  throw new Error(
    `A payload${where} is encoded as ${encoding}, and this process has no payload codec. Start it with the CONVEYOR_PAYLOAD_CODEC of the service.`,
  );
}

/** A module that cannot be used as a payload codec. */
export class PayloadCodecError extends Error {
  override readonly name = 'PayloadCodecError';
}

/** How payloads are encoded before they reach Temporal. Clients and workers of one namespace need the same. */
export interface PayloadEncoding {
  /** For clients and workers. */
  readonly dataConverter: DataConverter;
  /** True where a codec encodes. The workflows then put the messages of failures into payloads, too. */
  readonly encodesFailures: boolean;
}

/** Without a codec. Payloads are not changed, and an encoded payload is refused with a sentence. */
export const plainEncoding: PayloadEncoding = {
  dataConverter: { payloadCodecs: [unencoded] },
  encodesFailures: false,
};

/** The default export of a codec's module. */
type CodecExport = PayloadCodec | PayloadCodec[] | (() => CodecExport | Promise<CodecExport>);

/**
 * Returns the encoding of a codec's module.
 * @param name path relative to the current folder (`./codec.mjs`), or a package: the module that `CONVEYOR_PAYLOAD_CODEC` names
 * @throws PayloadCodecError for a module that is missing, fails, or exports no codec
 */
export async function payloadEncoding(name = process.env.CONVEYOR_PAYLOAD_CODEC): Promise<PayloadEncoding> {
  if (!name) return plainEncoding;
  return encodingWith(await codecsOf(name));
}

/** Returns the encoding with these codecs. The first codec encodes first. */
export function encodingWith(payloadCodecs: PayloadCodec[]): PayloadEncoding {
  // The SDK loads this file by `require`, so it is among the sources as JavaScript.
  const failureConverterPath = join(import.meta.dirname, inSources, 'failure-converter.cjs');
  return { dataConverter: { payloadCodecs, failureConverterPath }, encodesFailures: true };
}

/** The compiled code is in `dist/lib/codec/`. */
const inSources = import.meta.filename.endsWith('.ts') ? '.' : '../../../lib/codec';

async function codecsOf(name: string): Promise<PayloadCodec[]> {
  const refuse = (why: string, cause?: unknown) =>
    new PayloadCodecError(`The payload codec ${name} (CONVEYOR_PAYLOAD_CODEC) ${why}`, { cause });
  let exported: unknown;
  try {
    exported = ((await import(/* @vite-ignore */ addressOf(name))) as { default?: unknown }).default;
    if (typeof exported === 'function') exported = await exported();
  } catch (error) {
    throw refuse(`cannot be loaded: ${error instanceof Error ? error.message : error}`, error);
  }
  const codecs = Array.isArray(exported) ? exported : [exported];
  if (codecs.length > 0 && codecs.every(isCodec)) return codecs;
  throw refuse(
    "has no codec as its default export. Export an object with encode and decode, a list of them, or a function that returns one; see Temporal's PayloadCodec.",
  );
}

function isCodec(candidate: unknown): candidate is PayloadCodec {
  const { encode, decode } = (candidate ?? {}) as Partial<PayloadCodec>;
  return typeof encode === 'function' && typeof decode === 'function';
}

/** Packages are found from the current folder, and then from Conveyor, which exports a codec of its own. */
function addressOf(name: string): string {
  if (/^\.{1,2}\//.test(name) || isAbsolute(name)) return pathToFileURL(resolve(name)).href;
  try {
    return pathToFileURL(createRequire(resolve('package.json')).resolve(name)).href;
  } catch {
    return name;
  }
}

export type { CodecExport };
