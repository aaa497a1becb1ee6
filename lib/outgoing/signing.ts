import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signatures of deliveries after Standard Webhooks 1.0, so that receivers verify them with a library of their language. */

const prefix = 'whsec_';

/** Returns a new secret of 32 random bytes, in the form that receivers use. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Returns whether a text is a secret: `whsec_` and base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const bytes = keyOf(text);
  const encoded = text.slice(prefix.length).replace(/=+$/, '');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64').replace(/=+$/, '') === encoded;
}

/** A message to sign. Every attempt has the same id and body, and its own time. */
export interface Message {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Returns the value of `webhook-signature`.
 * @param secrets all secrets in use: during a rotation the new and the old one
 */
export function signatures({ id, timestamp, body }: Message, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
      return `v1,${mac}`;
    })
    .join(' ');
}

/** Maximum seconds between the clocks of sender and receiver; an older message may be a replay. */
const tolerance = 300;

/**
 * Verifies a message as a receiver does.
 * @param now seconds since 1970
 * @returns the fault, in a sentence; undefined where the signature is valid
 */
export function signatureFault(
  { id, timestamp, signature, body }: { id?: string; timestamp?: string; signature?: string; body: string },
  secret: string,
  now: number,
): string | undefined {
  if (!id || !timestamp || !signature) return 'it lacks webhook-id, webhook-timestamp or webhook-signature';
  if (!(Math.abs(now - Number(timestamp)) <= tolerance)) return 'its webhook-timestamp is more than five minutes off';
  const expected = Buffer.from(signatures({ id, timestamp: Number(timestamp), body }, [secret]));
  const fits = signature.split(' ').some((candidate) => {
    const bytes = Buffer.from(candidate);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return fits ? undefined : 'no signature in webhook-signature is of this secret';
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
