/** Secrets that belong to no service: keys, passwords, what signs somebody in, numbers of cards and accounts. Tried after those that have a name. */
import { hasLuhn, hasMod97, isJwt, isRandom, isValue } from './guards.ts';
import { shaped, type SecretKind } from './secret-kind.ts';

/** To its end, or to the end of the text where that is missing. */
const block = (kind: string) => new RegExp(`-----BEGIN ${kind}-----[\\s\\S]*?(?:-----END ${kind}-----|$)`, 'g');

const KEYS: readonly SecretKind[] = [
  shaped('OpenSSH private key', 'openssh private key', block('OPENSSH PRIVATE KEY')),
  shaped('PGP private key', 'pgp private key', block('PGP PRIVATE KEY BLOCK')),
  shaped('private key', 'private key-----', block('(?:[A-Z0-9]+ )*PRIVATE KEY')),
  shaped('PuTTY private key', 'putty-user-key-file', /PuTTY-User-Key-File-\d:[\s\S]*?(?:Private-MAC: ?[0-9a-f]+|$)/g),
  shaped('age key', 'age-secret-key-', /AGE-SECRET-KEY-1[A-Z0-9]{58}/g),
  shaped('WireGuard key', 'privatekey', /PrivateKey\s*=\s*(?<secret>[A-Za-z0-9+/]{43}=)/g),
  shaped('Ansible vault', '$ansible_vault', /\$ANSIBLE_VAULT;[\d.;\w]+(?:\s+[0-9a-f]{20,})*/g),
  shaped(
    'Ethereum private key',
    'priv',
    /(?:private|priv)[_ -]?key\W{1,6}(?<secret>(?:0x)?[0-9a-f]{64})(?![0-9a-z])/gi,
  ),
  shaped('Bitcoin private key', null, /(?<![A-Za-z0-9])[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/g, (text) =>
    isRandom(text, 4),
  ),
  shaped(
    'seed phrase',
    'phrase',
    /(?:seed|recovery|mnemonic)[ -]?phrase\W{1,6}(?<secret>(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})/gi,
  ),
];

const SIGNING_IN: readonly SecretKind[] = [
  shaped('JSON web token', 'eyj', /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}(?:\.[\w-]*)?/g, isJwt),
  shaped('one-time password secret', 'otpauth://', /otpauth:\/\/\S*?[?&]secret=(?<secret>[A-Z2-7]{16,})/gi),
  shaped(
    'password of a database',
    '://',
    /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|falkordbs?)(?:\+\w+)?:\/\/[^\s:@/]*:(?<secret>[^\s@/]{1,200})@/gi,
    isSet,
  ),
  shaped(
    'password in an address',
    '://',
    /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,100}:(?<secret>[^\s@/]{3,200})@/gi,
    isSet,
  ),
  shaped(
    'authorization header',
    'authorization',
    /authorization["']?\s*[:=]\s*["']?(?:bearer|token|basic|apikey|digest)\s+(?<secret>[^\s"',]{8,})/gi,
    isSet,
  ),
  shaped('bearer token', 'bearer ', /(?<![\w-])bearer\s+(?<secret>[\w.~+/-]{20,}=*)/gi, (text) => isRandom(text)),
  shaped(
    'session cookie',
    'cookie',
    /(?:set-)?cookie["']?\s*:\s*["']?(?<secret>[^\r\n"']{0,60}(?:sess|sid|auth|token)[^\s=]{0,30}=[^\s;"']{12,}[^\r\n"']{0,2000})/gi,
  ),
  shaped(
    'password of curl',
    'curl',
    /curl\s[^\r\n]{0,300}?(?:-u|--user)[ =]["']?[^\s:"']+:(?<secret>[^\s"']{3,})/g,
    isSet,
  ),
  shaped(
    'password on a command line',
    '--pass',
    /--pass(?:word|phrase)?[ =]["']?(?<secret>[^\s"'-][^\s"']{3,})/gi,
    isSet,
  ),
  shaped('password of .netrc', 'machine', /machine\s+\S+\s+login\s+\S+\s+password\s+(?<secret>\S{3,})/g),
  shaped('registry login', '"auth"', /"auth"\s*:\s*"(?<secret>[A-Za-z0-9+/]{16,}={0,2})"/g),
  shaped(
    'password hash',
    '$',
    /\$(?:2[abxy]\$\d{2}\$[./A-Za-z0-9]{53}|[156]\$[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}|argon2(?:id?|d)\$[\w$=,+/]{40,})/g,
  ),
];

const ASSIGNED: readonly SecretKind[] = [
  shaped(
    'password',
    'pass',
    /(?<![A-Za-z])[\w.-]{0,30}(?:password|passwd|passphrase|pwd)["']?\s{0,3}(?:[:=]|=>|\bis\b|\bto\b)\s{0,3}(?:"(?<secret>[^"\r\n]{4,200})"|'(?<quoted>[^'\r\n]{4,200})'|(?<bare>[^\s"',;]{6,200}))/gi,
    isPassword,
  ),
  shaped(
    'secret',
    null,
    /(?<![A-Za-z])[\w.-]{0,40}(?:secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|signing[_-]?key|encryption[_-]?key|credential)s?["']?\s{0,3}(?:[:=]|=>|\bis\b)\s{0,3}["'`]?(?<secret>[\w./+=~-]{16,400})/gi,
    isAssigned,
  ),
  shaped(
    'card number',
    null,
    /(?<![\d.-])(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|3[47]\d{2}|6(?:011|5\d{2}))(?:[ -]?\d{4,6}){2}(?:[ -]?\d{1,7})?(?![\d.-])/g,
    hasLuhn,
  ),
  shaped(
    'account number',
    null,
    /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g,
    hasMod97,
  ),
  shaped(
    'social security number',
    null,
    /(?:ssn|social security(?: number)?)\W{1,5}(?:is\s)?(?<secret>\d{3}-\d{2}-\d{4})/gi,
  ),
];

export const ANYWHERE: readonly SecretKind[] = [...KEYS, ...SIGNING_IN, ...ASSIGNED];

function isSet(text: string): boolean {
  return !/^(?:\W+|x+|<.*>|\$.*|\{.*\}|user|pass|password|passwd|pwd|secret|token|\[cut:.*)$/i.test(text);
}

/** Without quotes a word alone may be prose: "the password is required". */
function isPassword(text: string): boolean {
  return isValue(text) && (/[^a-z]/i.test(text.replaceAll(/[.,;:!?]+$/g, '')) || /[A-Z]/.test(text.slice(1)));
}

/** Not a path, a version, a name of many words or an import. */
function isAssigned(text: string): boolean {
  return (
    isValue(text) && isRandom(text, 3.3) && !/^[./~]|\.(?:[jt]sx?|mjs|json|ya?ml|env|pem|py|go|rs|md|txt)$/i.test(text)
  );
}
