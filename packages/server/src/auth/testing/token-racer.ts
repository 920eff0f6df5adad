/** A process of its own that makes tokens as fast as it can and takes every other one back. */
import { TokenFile } from '../token-file.ts';

const [, , path = '', prefix = '', count = '0'] = process.argv;
const tokens = new TokenFile(path);
for (let n = 0; n < Number(count); n += 1) {
  await tokens.create({ name: `${prefix}-${n}`, scopes: ['read'] });
  if (n % 2 === 1) await tokens.revoke(`${prefix}-${n}`);
}
