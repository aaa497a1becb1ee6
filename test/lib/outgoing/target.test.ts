import { describe, expect, it } from 'vitest';
import { allowance, notPublic } from '../../../lib/outgoing/networks.ts';
import { Sender } from '../../../lib/outgoing/sender.ts';
import { targetOf } from '../../../lib/outgoing/target.ts';

/** Spellings that have led webhook senders into their own networks. */
const refused = [
  // This machine, in every spelling that `new URL` takes for one.
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/hook',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://127.255.255.254/',
  'http://１２７.０.０.１/',
  'http://127%2E0%2E0%2E1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[0000:0000:0000:0000:0000:0000:0000:0001]/',
  // IPv4 in IPv6: mapped, compatible, NAT64, 6to4, Teredo.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  // Private, shared, link-local, metadata.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://100.100.100.200/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[fc00::1]/',
  'http://[fdff::1]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fec0::1]/',
  // Reserved, for documentation, multicast, broadcast.
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://198.18.0.1/',
  'http://192.88.99.1/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
  // Names of local networks.
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://localhost:5432/',
  'http://api.localhost/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://printer.local/',
  'http://router.home.arpa/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  // Other schemes, credentials, no address at all.
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com:70/_x',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'http://user:secret@example.com/',
  'http://example.com@127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://',
  'example.com/hook',
  '',
];

const taken = [
  'https://example.com/hook',
  'http://example.com:8080/hook?shop=1',
  'https://hooks.internal.example.com/',
  'https://localhost.example.com/',
  'https://mylocal/',
  'https://bücher.example/',
  'http://93.184.216.34/',
  'http://9.255.255.255/',
  'http://11.0.0.1/',
  'http://100.63.255.255/',
  'http://100.128.0.1/',
  'http://172.15.255.255/',
  'http://172.32.0.1/',
  'http://192.167.255.255/',
  'http://198.17.255.255/',
  'http://198.20.0.1/',
  'http://223.255.255.255/',
  'http://[2606:2800:220:1:248:1893:25c8:1946]/',
  'http://[::ffff:93.184.216.34]/',
];

/**
 * Cases that other senders of webhooks test. Svix: one address of each kind of network that the
 * standard library of Rust does not call global. Convoy: a list of allowed and one of refused networks, where the refused win, and
 * addresses that only the connection shows.
 */
const refusedByOthers = {
  Svix: [
    '10.254.0.0',
    '192.168.10.65',
    '172.16.10.65',
    '0.1.2.3',
    '0.0.0.0',
    '127.0.0.1',
    '169.254.45.1',
    '255.255.255.255',
    '192.0.2.255',
    '198.51.100.65',
    '203.0.113.6',
    '100.100.0.0',
    '192.0.0.0',
    '192.0.0.255',
    '250.10.20.30',
    '198.18.0.0',
    '::1',
  ],
  Convoy: ['127.0.0.1', '10.0.0.1', '172.31.0.1', '192.168.1.1', '169.254.169.254', '::1', 'fc00::1', 'fe80::1'],
};

describe.each(Object.entries(refusedByOthers))('addresses that %s refuses', (_, addresses) => {
  it.each(addresses)('%s is refused, in the address and out of a name server', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(() => targetOf(`https://${host}/hook`)).toThrow(expect.objectContaining({ name: 'TargetRefused' }));
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    const sender = new Sender({ allow: [], timeoutMs: 2_000, answerLimit: 1_024, resolve });
    const sent = sender.send('http://shop.example/', { method: 'POST', headers: {}, body: '{}' });
    await expect(sent).rejects.toMatchObject({ name: 'TargetRefused' });
    await sender.close();
  });
});

it('what Svix takes is taken, but for IPv6 that is nobody’s yet', () => {
  expect(targetOf('https://1.1.1.1/hook').host).toBe('1.1.1.1');
  // Global to Rust's standard library, and outside of all assigned ranges (RFC 4291).
  expect(() => targetOf('https://[0:0:0:ffff::1]/hook')).toThrow('targets must be public');
});

it('allowing everything of one kind of address allows none of the other kind, and an allowed name no other address', () => {
  const allIPv4 = allowance(['0.0.0.0/0']);
  expect(targetOf('http://127.0.0.1:8080/', allIPv4).port).toBe('8080');
  for (const other of ['[::1]', '[fc00::1]', '[fe80::1]'])
    expect(() => targetOf(`http://${other}/`, allIPv4)).toThrow('targets must be public');
  expect(() => targetOf('http://10.0.0.1/', allowance(['127.0.0.0/8']))).toThrow('10.0.0.1 is a private network');
});

describe('an address that somebody else wrote', () => {
  it.each(refused)('%s is refused', (text) => {
    expect(() => targetOf(text)).toThrow(expect.objectContaining({ name: 'TargetRefused' }));
  });

  it.each(taken)('%s is taken', (text) => {
    expect(targetOf(text).href).toBe(new URL(text).href);
  });

  it('says what is wrong with it', () => {
    expect(() => targetOf('http://[::ffff:10.0.0.1]/')).toThrow(/is a private network; targets must be public/);
    expect(() => targetOf('http://localhost/')).toThrow('localhost is a name of local networks');
    expect(() => targetOf('ftp://example.com/')).toThrow('is no http or https address');
  });
});

describe('networks that an operator allows', () => {
  const allowed = allowance(['10.1.0.0/16', '192.168.7.7', 'fd12:3456::/32']);

  it('are called, and no others', () => {
    expect(targetOf('http://10.1.2.3/', allowed).host).toBe('10.1.2.3');
    expect(targetOf('http://[::ffff:10.1.2.3]/', allowed).protocol).toBe('http:');
    expect(targetOf('http://192.168.7.7/', allowed).host).toBe('192.168.7.7');
    expect(targetOf('http://[fd12:3456::9]/', allowed).host).toBe('[fd12:3456::9]');
    for (const other of ['10.2.0.1', '192.168.7.8', '127.0.0.1', '[fd12:3457::9]', '[::1]']) {
      expect(() => targetOf(`http://${other}/`, allowed)).toThrow('targets must be public');
    }
  });

  it('let a local name through, whose addresses are checked when it is called', () => {
    expect(targetOf('http://warehouse.internal/', allowed).host).toBe('warehouse.internal');
  });
});

describe('addresses out of a name server', () => {
  it('are known for what they are, with a zone and in any spelling', () => {
    expect(notPublic('fe80::1%eth0')).toBeDefined();
    expect(notPublic('::FFFF:127.0.0.1')).toBe('this machine');
    expect(notPublic('2606:2800:0220:0001:0248:1893:25C8:1946')).toBeUndefined();
    expect(notPublic('8.8.8.8')).toBeUndefined();
    expect(notPublic('no address')).toBe('no address');
  });
});
