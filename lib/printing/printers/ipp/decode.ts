import { readableText } from '../../../outgoing/text.ts';
import { firstValueTag, groupTags, valueTags } from './value.ts';

/** An answer of IPP. */
export interface IppAnswer {
  /** The code of the status (RFC 8011, appendix B). */
  readonly status: number;
  /** The values of all attributes by name: numbers, and everything else as text. The groups have no name in common. */
  readonly attributes: ReadonlyMap<string, readonly (string | number)[]>;
}

/**
 * Reads an answer (RFC 8010, section 3.1). Values of kinds that a print job has no use for, such as dates, are left as their bytes.
 * @throws RangeError for bytes that are no answer of IPP
 */
export function decodeAnswer(bytes: Buffer): IppAnswer {
  const attributes = new Map<string, (string | number)[]>();
  const status = bytes.readUInt16BE(2);
  let [at, name] = [8, ''];
  for (;;) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === groupTags.end) return { status, attributes };
    if (tag < firstValueTag) continue;
    const key = counted(bytes, at);
    const value = counted(bytes, key.end);
    at = value.end;
    // A value without a name is a further one of the attribute before it.
    name = key.bytes.length > 0 ? key.bytes.toString() : name;
    attributes.set(name, [...(attributes.get(name) ?? []), readValue(tag, value.bytes)]);
  }
}

/** Reads bytes that follow their length. */
function counted(bytes: Buffer, at: number): { bytes: Buffer; end: number } {
  const start = at + 2;
  const end = start + bytes.readUInt16BE(at);
  if (end > bytes.length) throw new RangeError('The answer ends within a value.');
  return { bytes: bytes.subarray(start, end), end };
}

function readValue(tag: number, bytes: Buffer): string | number {
  if ((tag === valueTags.integer || tag === valueTags.enum) && bytes.length === 4) return bytes.readInt32BE();
  const withLanguage = tag === valueTags.textWithLanguage || tag === valueTags.nameWithLanguage;
  // The language comes first (RFC 8010, section 3.9).
  const text = withLanguage ? counted(bytes, counted(bytes, 0).end).bytes : bytes;
  return readableText(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
