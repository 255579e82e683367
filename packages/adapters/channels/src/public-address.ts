import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 that the internet does not route, or that means this machine, this network or many machines. */
const closed4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local: the metadata services of clouds among them.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of the IPv6 that is routed, 2000::/3: what wraps an IPv4 address, and what is for documents. */
const closed6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, bits] of closed4) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of closed6) closed.addSubnet(network, bits, 'ipv6');
const routed6 = new BlockList();
routed6.addSubnet('2000::', 3, 'ipv6');

/** True for an IP address of the public internet: not private, loopback, link-local, multicast, reserved, or one that wraps such a one. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return routed6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
