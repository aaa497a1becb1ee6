import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isSecret, newSecret, signatureFault, signatures } from '../../../lib/outgoing/signing.ts';

describe('signatures', () => {
  it('are those of the Standard Webhooks library, for any body', () => {
    for (const body of ['', '{"id":1}', '{"name":"Käse & Brot 🧀"}', 'x'.repeat(100_000)]) {
      const secret = newSecret();
      const timestamp = Math.floor(Date.now() / 1000);
      const theirs = new Webhook(secret).sign('msg_7', new Date(timestamp * 1000), body);
      expect(signatures({ id: 'msg_7', timestamp, body }, [secret])).toBe(theirs);
    }
  });

  it('of several secrets stand side by side', () => {
    const message = { id: 'msg_7', timestamp: 1_700_000_000, body: '{}' };
    const secrets = [newSecret(), newSecret()];
    const [one, two] = secrets.map((secret) => signatures(message, [secret]));
    expect(signatures(message, secrets)).toBe(`${one} ${two}`);
  });
});

describe('a secret', () => {
  const of = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;

  it('is whsec_ and base64 of 24 to 64 bytes', () => {
    for (const secret of [newSecret(), of(24), of(64), of(31).replace(/=+$/, '')]) expect(isSecret(secret)).toBe(true);
    for (const no of [
      '',
      'whsec_',
      of(23),
      of(65),
      newSecret().slice(6),
      `${newSecret()}!`,
      'whsec_not base64 at all, is it',
    ]) {
      expect(isSecret(no)).toBe(false);
    }
  });
});

describe('a receiver', () => {
  const secret = newSecret();
  const sent = { id: 'msg_7', timestamp: '1700000000', body: '{"id":1}' };
  const signature = signatures({ ...sent, timestamp: 1_700_000_000 }, [newSecret(), secret]);
  const fault = (change: object, now = 1_700_000_000) => signatureFault({ ...sent, signature, ...change }, secret, now);

  it('takes what is signed with its secret, by whichever of several signatures', () => {
    expect(fault({})).toBeUndefined();
    expect(fault({}, 1_700_000_300)).toBeUndefined();
  });

  it('says what is wrong with anything else', () => {
    expect(fault({ body: '{"id":2}' })).toBe('no signature in webhook-signature is of this secret');
    expect(fault({ id: 'msg_8' })).toContain('no signature');
    expect(fault({ signature: 'v1,short' })).toContain('no signature');
    expect(fault({ signature: undefined })).toContain('lacks');
    expect(fault({}, 1_700_000_301)).toContain('five minutes');
    expect(fault({ timestamp: 'yesterday' })).toContain('five minutes');
  });
});
