/**
 * Ways to write the address of a file that may not be read, collected from what has worked against one program or another:
 * every spelling of "up" with every spelling of "slash", and addresses that mean another place altogether.
 */
const UPS = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%2e.',
  '%252e%252e',
  '%25252e%25252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%f0%80%80%ae%f0%80%80%ae',
  '%c0%2e%c0%2e',
  '%u002e%u002e',
  '%uff0e%uff0e',
  '\u2025',
  '\u2024\u2024',
  '\uff0e\uff0e',
  '%ef%bc%8e%ef%bc%8e',
  '\ufe52\ufe52',
  '.\u200b.',
  '.\u200d.',
  '\ufeff..',
  '.\u00ad.',
  '..\u00a0',
  '.. ',
  '..%20',
  '...',
  '..;',
  '..%00',
  '..\0',
  '..%09',
  '..%0a',
  '..%0d%0a',
  '\uff05\u0032\u0065\uff05\u0032\u0065',
];
const SLASHES = [
  '/',
  '%2f',
  '%2F',
  '%252f',
  '\\',
  '%5c',
  '%255c',
  '%c0%af',
  '%e0%80%af',
  '%c1%9c',
  '\uff0f',
  '%ef%bc%8f',
  '\uff3c',
  '\u2215',
  '\u2044',
  '\u29f8',
  '//',
  '/./',
  '/%2e/',
];

/**
 * URIs none of which may give what is in `secret`. `root` may be read and holds `inside`, `secret` lies beside the root and
 * may not; all are absolute paths with slashes.
 */
export function traversalSpellings(root: string, inside: string, secret: string): string[] {
  const name = secret.slice(secret.lastIndexOf('/') + 1);
  const climbs = UPS.flatMap((up) => SLASHES.map((slash) => `file://${root}/${up}${slash}${name}`));
  const deep = ['..', '%2e%2e'].flatMap((up) =>
    [3, 20, 1000].map((n) => `file://${root}/${`${up}/`.repeat(n)}etc/passwd`),
  );
  return [...new Set([...climbs, ...deep, ...elsewhere(secret), ...bent(root, inside, name)])];
}

/** The secret, named outright or by another kind of address. */
function elsewhere(secret: string): string[] {
  const hosts = ['localhost', '127.0.0.1', '[::1]', 'evil.example', 'user@localhost', '.', '..', '%2e', 'localhost:80'];
  return [
    ...hosts.map((host) => `file://${host}${secret}`),
    `file://${secret}`,
    `file:${secret}`,
    `file:/${secret}`,
    `file:///${secret}`,
    `file:////${secret}`,
    `file:///.${secret}`,
    `file:///%00${secret}`,
    `FILE://${secret}`,
    `File://${secret}`,
    ` file://${secret}`,
    `file ://${secret}`,
    `file:\\\\\\${secret}`,
    `jar:file://${secret}`,
    `url:file://${secret}`,
    `file://${secret.replaceAll('/', '\\')}`,
    `file://${[...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')}`,
    secret,
    '/etc/passwd',
    'file:///etc/passwd',
    'file:///etc/shadow',
    'file:///',
    'file://',
    'file:',
    `file:///proc/self/root${secret}`,
    `file:///proc/self/cwd`,
    'file:///proc/self/environ',
    'file:///dev/fd/0',
    'file:///dev/stdin',
    'file:////evil.example/share/x',
    'file:///\\\\evil.example\\share\\x',
    'file:///%5c%5cevil.example%5cshare',
    'file:///C:/Windows/win.ini',
    'file:///c:%5cWindows%5cwin.ini',
    'file:///c|/Windows/win.ini',
    'file:///%43%3a/Windows/win.ini',
    'file:///CON',
    'file:///~/.ssh/id_rsa',
    'file:///$HOME/.ssh/id_rsa',
    'file:///%HOME%/.ssh/id_rsa',
    `file:///${'a'.repeat(100_000)}`,
    `file:///${'%41'.repeat(50_000)}`,
    `file:///${'../'.repeat(50_000)}etc/passwd`,
  ];
}

/** A file that may be read, with something added that means another one. */
function bent(root: string, inside: string, name: string): string[] {
  return [
    `file://${root}-other/${name}`,
    `file://${root}.bak/${name}`,
    `file://${root}${name}`,
    `file://${root}/`,
    `file://${root}/.`,
    `file://${root}/../`,
    `file://${root}//..//${name}`,
    `file://${root}/./../${name}`,
    `file://${inside}/../../${name}`,
    `file://${inside}%00`,
    `file://${inside}\0.png`,
    `file://${inside}%00/../../${name}`,
    `file://${inside}?/../../${name}`,
    `file://${inside}#/../../${name}`,
    `file://${inside}%3f/../../${name}`,
    `file://${inside};/../../${name}`,
    `file://${inside}/`,
    `file://${inside}%0a`,
    `file://${inside}\ud800`,
    `file://${inside}%ed%a0%80`,
    `file://${inside}%ff`,
    `file://${inside}%`,
    `file://${inside}%2`,
    `file://${inside}\u202egnp.`,
    `file://${root}%2f..%2f${name}`,
    `file://${root}/..`,
  ];
}
