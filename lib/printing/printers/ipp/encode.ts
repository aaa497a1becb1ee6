import { type Attribute, groupTags, valueTags } from './value.ts';

/** A request of IPP, without the document that follows it. */
export interface IppRequest {
  /** The code of the operation (RFC 8011, section 5.4.15): 2 for Print-Job. */
  readonly operation: number;
  /** In the order of RFC 8011, section 4.1.4: charset, language and target come first. */
  readonly operationAttributes: readonly Attribute[];
  readonly jobAttributes: readonly Attribute[];
}

/**
 * Returns the bytes of a request (RFC 8010, section 3.1): version 1.1, which every printer has to know; the operation; the number of the
 * request; and the attributes by groups.
 */
export function encodeRequest({ operation, operationAttributes, jobAttributes }: IppRequest): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(1, 0);
  head.writeUInt8(1, 1);
  head.writeUInt16BE(operation, 2);
  head.writeInt32BE(1, 4);
  return Buffer.concat([
    head,
    group(groupTags.operation, operationAttributes),
    ...(jobAttributes.length > 0 ? [group(groupTags.job, jobAttributes)] : []),
    Buffer.from([groupTags.end]),
  ]);
}

const group = (tag: number, attributes: readonly Attribute[]): Buffer =>
  Buffer.concat([Buffer.from([tag]), ...attributes.map(encodeAttribute)]);

/** Returns tag, name and value. A length precedes the name and the value (RFC 8010, section 3.1.4). */
function encodeAttribute([name, tag, value]: Attribute): Buffer {
  return Buffer.concat([Buffer.from([valueTags[tag]]), withLength(Buffer.from(name)), withLength(bytesOf(value))]);
}

function bytesOf(value: Attribute[2]): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0]);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
