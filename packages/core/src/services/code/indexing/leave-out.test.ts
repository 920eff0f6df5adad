import { describe, expect, it } from 'vitest';
import { isTestPath, leftOutByName, saysSecret } from './leave-out.ts';

const RULES = { includeTests: true, maxFileSize: 1000, recursive: true };
const KEY = 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn9ygWyF8PbnGy0AHB7';

describe('what is left out', () => {
  it.each([
    '.env',
    'config/.env.production',
    'id_rsa',
    'deploy/server.pem',
    'a.key',
    '.netrc',
    'aws/credentials',
    'client_secrets.json',
    'service-account-prod.json',
    'infra/terraform.tfstate',
  ])('is %s, because of its name', (path) => {
    expect(leftOutByName(path, RULES)).toBe('secret');
  });

  it.each([
    '.env.example',
    'environment.ts',
    'src/credentials.py',
    'keys.ts',
    'docs/book.asc',
    'secret_santa.py',
    'src/node_modules.ts',
  ])('is not %s', (path) => {
    expect(leftOutByName(path, RULES)).toBeNull();
  });

  it.each([
    `-----BEGIN RSA PRIVATE KEY-----\n${KEY}\n`,
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\n${KEY}\n`,
    `const key = "-----BEGIN PRIVATE KEY-----\\n" +\n  "${KEY}";`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${KEY}`,
    `token = 'ghp_${'a1B2'.repeat(9)}'`,
    'AKIAABCDEFGHIJKLMNOP',
  ])('is a text that says %j', (text) => {
    expect(saysSecret(`# before\n${text}\n# after\n`)).toBe(true);
  });

  it.each([
    "if (text.includes('-----BEGIN PRIVATE KEY-----')) throw new Error('a key');",
    '-----BEGIN PUBLIC KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn9ygWyF8PbnGy0AHB7\n',
    'AKIAIOSFODNN7EXAMPLE',
    'const ghp_prefix = /ghp_/;',
  ])('is not a text that says %j', (text) => {
    expect(saysSecret(text)).toBe(false);
  });

  it('is found soon in a long text that almost says it', () => {
    const almost = `-----BEGIN ${'A '.repeat(50_000)}-----\n-----BEGIN PRIVATE KEY-----${'\n'.repeat(100_000)}`;
    expect(saysSecret(almost)).toBe(false);
  });

  it.each([
    'tests/a.py',
    'src/test/java/A.java',
    'a.test.ts',
    'a_test.go',
    'test_a.py',
    'conftest.py',
    'src/UserTest.java',
    'x.spec.tsx',
  ])('is the test %s, unless tests are wanted', (path) => {
    expect(leftOutByName(path, { ...RULES, includeTests: false })).toBe('test');
    expect(leftOutByName(path, RULES)).toBeNull();
  });

  it.each(['latest.py', 'contest/a.py', 'attestation.go', 'src/Latest.java', 'protest.ts'])(
    'is not %s, which is no test',
    (path) => {
      expect(isTestPath(path)).toBe(false);
    },
  );
});
