import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';

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
    for (const payload of payloads) demandKnown(payload, context);
    return payloads;
  },
};

function demandKnown({ metadata }: Payload, context: SerializationContext | undefined): void {
  const encoding = Buffer.from(metadata?.encoding ?? []).toString();
  if (encoding === '' || known.has(encoding)) return;
  const where = context && 'workflowId' in context && context.workflowId ? ` of workflow ${context.workflowId}` : '';
  throw new Error(
    `A payload${where} is encoded as ${encoding}, and this process has no payload codec. Start it with the CONVEYOR_PAYLOAD_CODEC of the service.`,
  );
}
