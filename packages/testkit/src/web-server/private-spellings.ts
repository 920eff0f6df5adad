/** How addresses that nobody may be led to can be spelt in a URL: some two hundred ways. */

const ADDRESSES = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
];

const IN_IPV6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  'ff0e::1',
  '2001:db8::1',
];

export function privateSpellings(): string[] {
  const numbers = ['224.0.0.1', '255.255.255.255', '240.0.0.1', '198.18.0.1', '203.0.113.9'];
  const all = [...ADDRESSES.flatMap(inIpv4), ...ADDRESSES.flatMap(carried), ...numbers];
  return [...new Set([...all, ...IN_IPV6.map((address) => `[${address}]`)])];
}

/** What a browser, and so an attacker, may write for four numbers. */
function inIpv4(address: string): string[] {
  const bytes = address.split('.').map(Number) as [number, number, number, number];
  const [a, b, c, d] = bytes;
  const whole = ((a << 24) >>> 0) + (b << 16) + (c << 8) + d;
  const hex = bytes.map((byte) => `0x${byte.toString(16)}`).join('.');
  const octal = bytes.map((byte) => `0${byte.toString(8)}`).join('.');
  const wide = address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16).padStart(8, '0')}`,
    `0X${whole.toString(16).toUpperCase()}`,
    `0${whole.toString(8)}`,
    hex,
    octal,
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
    `${a}.${(b << 16) + (c << 8) + d}`,
    `${a}.${b}.${(c << 8) + d}`,
    wide,
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
    Array.from(address, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
  ];
}

/** In IPv6, by every way that leads to IPv4. */
function carried(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const [high, low] = [(a << 8) + b, (c << 8) + d].map((half) => half.toString(16));
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::`,
  ].map((one) => `[${one}]`);
}
