/** One client, as far as an address tells: IPv6 hosts pick their own addresses within a /64, so that is what counts. */
import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function clientAddress(remoteAddress: string): string {
  const [, mapped] = MAPPED_IPV4.exec(remoteAddress) ?? [];
  if (mapped !== undefined) return mapped;
  const address = remoteAddress.replace(/%.*$/, '');
  return isIPv6(address) ? `${network(address)}::/64` : remoteAddress;
}

function network(address: string): string {
  const [before = '', after] = address.split('::');
  const left = groups(before);
  const right = groups(after ?? '');
  const zeros = after === undefined ? 0 : 8 - left.length - right.length;
  const whole = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** A dotted tail stands for two groups; it lies in the half that does not count. */
function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
