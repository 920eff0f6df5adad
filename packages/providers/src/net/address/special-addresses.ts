/**
 * Which addresses of the internet are nobody else's business, by the registries of special-purpose addresses (IANA, RFC 6890 and
 * what came after it). An IPv6 address that carries an IPv4 one counts as what it carries.
 */
import { BlockList, isIP } from 'node:net';

/**
 * `public`: anybody's. `private`: of this machine, this network or its provider, which a user may name. `forbidden`: what
 * nobody means: link-local, multicast, reserved, and where clouds hand out their credentials.
 */
export type AddressKind = 'public' | 'private' | 'forbidden';

const PRIVATE_4: readonly string[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
];
const PRIVATE_6: readonly string[] = ['::1/128', 'fc00::/7'];

const FORBIDDEN_4: readonly string[] = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata of clouds, where no larger range above has it.
  '100.100.100.200/32',
  '168.63.129.16/32',
];
const FORBIDDEN_6: readonly string[] = [
  // Protocol assignments with Teredo, documentation, 6to4: they hide an IPv4 address or lead nowhere.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  // Metadata of clouds.
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
];
/** Beyond these no address is anybody's yet. The second and third carry an IPv4 address. */
const GLOBAL_6: readonly string[] = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'];
const CARRIERS: readonly string[] = ['::ffff:', '64:ff9b::'];
const CARRIED_AT_BIT = 96;

const isPrivate = listOf(PRIVATE_4, PRIVATE_6);
const isForbidden = listOf(FORBIDDEN_4, FORBIDDEN_6);
const isGlobal6 = listOf([], GLOBAL_6);

/** `forbidden` for what is no address at all. */
export function kindOf(address: string): AddressKind {
  const plain = address.replace(/^\[|\]$|%.*$/g, '');
  const version = isIP(plain);
  if (version === 0) return 'forbidden';
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (isForbidden.check(plain, family)) return 'forbidden';
  if (isPrivate.check(plain, family)) return 'private';
  return version === 4 || isGlobal6.check(plain, family) ? 'public' : 'forbidden';
}

function listOf(ranges4: readonly string[], ranges6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges4) {
    const [net = '', bits = ''] = range.split('/');
    list.addSubnet(net, Number(bits), 'ipv4');
    for (const carrier of CARRIERS) list.addSubnet(carrier + net, CARRIED_AT_BIT + Number(bits), 'ipv6');
  }
  for (const range of ranges6) {
    const [net = '', bits = ''] = range.split('/');
    list.addSubnet(net, Number(bits), 'ipv6');
  }
  return list;
}
