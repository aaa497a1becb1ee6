import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Payload, type PayloadCodec, ValueError } from '@temporalio/common';
import proto from '@temporalio/proto';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

/** A key of AES-256-GCM. */
export interface PayloadKey {
  /** Name of the key, which each payload carries readable. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
}

const encoding = Buffer.from('binary/encrypted');
const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Returns a codec that encrypts payloads with AES-256-GCM. Temporal's encryption samples have the same layout: a
 * random initialization vector of 12 bytes, the encrypted payload, and the tag of 16 bytes.
 * @param keys the first key encrypts, and all decrypt. For a rotation, put a new key in front. Keep the old ones as long as the
 *   namespace keeps histories that they have encrypted
 * @throws ValueError for no key, two keys with one id, or a key that does not have 32 bytes
 */
export function aes256Gcm(keys: readonly PayloadKey[]): PayloadCodec {
  const [first] = keys;
  if (!first) throw new ValueError('There is no key for payloads.');
  const secrets = new Map(keys.map(({ id, secret }) => [id, secret]));
  if (secrets.size < keys.length) throw new ValueError('Two keys for payloads have the same id.');
  for (const { id, secret } of keys) {
    if (secret.length !== 32) throw new ValueError(`The key ${id} has ${secret.length} bytes and must have 32.`);
  }
  return {
    encode: async (payloads) => payloads.map((payload) => encrypt(payload, first)),
    decode: async (payloads) => payloads.map((payload) => decrypt(payload, secrets)),
  };
}

function encrypt(payload: Payload, { id, secret }: PayloadKey): Payload {
  // 96 random bits are safe for 2³² payloads a key: some 100 million orders.
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, secret, iv);
  const plain = PayloadMessage.encode(payload).finish();
  return {
    metadata: { encoding, 'encryption-cipher': Buffer.from('AES-256-GCM'), 'encryption-key-id': Buffer.from(id) },
    data: Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
  };
}

/** Payloads from before the codec was switched on are returned unchanged. */
function decrypt(payload: Payload, secrets: ReadonlyMap<string, Uint8Array>): Payload {
  const { metadata, data } = payload;
  if (!metadata?.encoding || !encoding.equals(metadata.encoding) || !data) return payload;
  const id = Buffer.from(metadata['encryption-key-id'] ?? []).toString();
  const secret = secrets.get(id);
  if (!secret) {
    const ids = [...secrets.keys()].join(', ');
    throw new ValueError(`A payload is encrypted with the key ${id}, which this process does not have. It has ${ids}.`);
  }
  const bytes = Buffer.from(data);
  const decipher = createDecipheriv(cipherName, secret, bytes.subarray(0, ivBytes));
  try {
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
    return PayloadMessage.decode(plain);
  } catch {
    throw new ValueError(
      `A payload cannot be decrypted with the key ${id}: it was changed, or the key is another one.`,
    );
  }
}

/**
 * Reads keys from a text such as `2026-11:BASE64,2026-05:BASE64`, the newest first.
 * @throws ValueError for a text of another form; the message does not contain the keys
 */
export function parseKeys(text: string): PayloadKey[] {
  return text.split(',').map((part, index) => {
    const [, id, secret] = /^([\w.-]{1,60}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
    if (id === undefined || secret === undefined) {
      throw new ValueError(
        `Key ${index + 1} of CONVEYOR_PAYLOAD_KEYS is not of the form ID:BASE64 with 32 bytes. \`openssl rand -base64 32\` makes one.`,
      );
    }
    return { id, secret: Buffer.from(secret, 'base64') };
  });
}

/** The codec with the keys of `CONVEYOR_PAYLOAD_KEYS`, for `CONVEYOR_PAYLOAD_CODEC=conveyor/codec`. */
export default function codecFromEnvironment(): PayloadCodec {
  const keys = process.env.CONVEYOR_PAYLOAD_KEYS;
  if (!keys) throw new ValueError('CONVEYOR_PAYLOAD_KEYS is not set. It holds the keys, such as 2026-11:BASE64.');
  return aes256Gcm(parseKeys(keys));
}
