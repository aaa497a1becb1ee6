import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signatures of deliveries after Standard Webhooks 1.0, so that receivers verify them with a library of their language. */

const prefix = 'whsec_';

/** A secret of 32 random bytes, as receivers are given it. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** `whsec_` and base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const bytes = keyOf(text);
  const encoded = text.slice(prefix.length).replace(/=+$/, '');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64').replace(/=+$/, '') === encoded;
}

/** What is signed and sent: the same id and body on every attempt, and the time of this one. */
export interface Message {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The value of `webhook-signature`.
 * @param secrets all that sign now: during a rotation the new and the old one
 */
export function signatures({ id, timestamp, body }: Message, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
      return `v1,${mac}`;
    })
    .join(' ');
}

/** Seconds that the clocks of sender and receiver may be apart; what is older may be a replay. */
const tolerance = 300;

/**
 * What a receiver does.
 * @param now seconds since 1970
 * @returns what is wrong with it, in a sentence; undefined where it is right
 */
export function faultOf(
  { id, timestamp, signature, body }: { id?: string; timestamp?: string; signature?: string; body: string },
  secret: string,
  now: number,
): string | undefined {
  if (!id || !timestamp || !signature) return 'it lacks webhook-id, webhook-timestamp or webhook-signature';
  if (!(Math.abs(now - Number(timestamp)) <= tolerance)) return 'its webhook-timestamp is more than five minutes off';
  const expected = Buffer.from(signatures({ id, timestamp: Number(timestamp), body }, [secret]));
  const fits = signature.split(' ').some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return fits ? undefined : 'no signature in webhook-signature is of this secret';
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
