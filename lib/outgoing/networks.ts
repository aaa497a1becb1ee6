import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that do not belong to the public internet, by the registries of special-purpose addresses (RFC 6890 and its
 * updates). The metadata services of clouds are in 169.254/16 and 100.64/10.
 */
const special4: readonly [network: string, bits: number, what: string][] = [
  ['0.0.0.0', 8, 'this host'],
  ['10.0.0.0', 8, 'a private network'],
  ['100.64.0.0', 10, 'a shared network'],
  ['127.0.0.0', 8, 'this machine'],
  ['169.254.0.0', 16, 'a link-local address'],
  ['172.16.0.0', 12, 'a private network'],
  ['192.0.0.0', 24, 'a reserved network'],
  ['192.0.2.0', 24, 'a network for documentation'],
  ['192.88.99.0', 24, 'a 6to4 relay'],
  ['192.168.0.0', 16, 'a private network'],
  ['198.18.0.0', 15, 'a network for benchmarks'],
  ['198.51.100.0', 24, 'a network for documentation'],
  ['203.0.113.0', 24, 'a network for documentation'],
  ['224.0.0.0', 4, 'a multicast address'],
  ['240.0.0.0', 4, 'a reserved network'],
];

/** The same for IPv6 inside 2000::/3. Addresses outside it (`::1`, `fc00::/7`, `fe80::/10`, `64:ff9b::/96`, …) are not public. */
const special6: readonly [network: string, bits: number, what: string][] = [
  ['2001::', 23, 'a reserved network'],
  ['2001:db8::', 32, 'a network for documentation'],
  ['2002::', 16, 'an IPv4 address in 6to4'],
  ['3fff::', 20, 'a network for documentation'],
];

const named = [
  ...special4.map(([network, bits, what]) => ({ list: listOf(network, bits, 'ipv4'), family: 4, what })),
  ...special6.map(([network, bits, what]) => ({ list: listOf(network, bits, 'ipv6'), family: 6, what })),
];
const unicast6 = listOf('2000::', 3, 'ipv6');

function listOf(network: string, bits: number, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list;
}

/**
 * Returns the kind of an address that is not public; undefined where it is public.
 * @param address IPv4 or IPv6, as a resolver or `new URL` returns it
 */
export function notPublic(address: string): string | undefined {
  const { text, family } = plainAddress(address);
  if (family === 0) return 'no address';
  const special = named.find(({ list, ...network }) => network.family === family && list.check(text, `ipv${family}`));
  if (special) return special.what;
  return family === 6 && !unicast6.check(text, 'ipv6') ? 'a local or reserved address' : undefined;
}

/**
 * Returns a check for the networks that an operator allows besides the public ones.
 * @param networks such as `10.1.0.0/16`, or single addresses
 */
export function allowance(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const { text, family } = plainAddress(address);
    return family !== 0 && list.check(text, `ipv${family}`);
  };
}

/**
 * Returns an IPv4-mapped IPv6 address as IPv4. The block list cannot hold `::ffff:0:0/96`: on Node 20 such a list blocks every
 * IPv4 address.
 */
function plainAddress(address: string): { text: string; family: 0 | 4 | 6 } {
  const text = address.replace(/%.*$/, '');
  const family = isIP(text) as 0 | 4 | 6;
  if (family !== 6) return { text, family };
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(shortened(text));
  if (!mapped) return { text, family };
  const [high = 0, low = 0] = mapped.slice(1).map((half) => Number.parseInt(half, 16));
  return { text: [high >> 8, high & 255, low >> 8, low & 255].join('.'), family: 4 };
}

/** Returns the shortest spelling of an IPv6 address, as `new URL` writes it. */
function shortened(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}
