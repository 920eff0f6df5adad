import { Transform } from 'node:stream';
import type { ProxyPass } from './proxy-pass.ts';

/** Hands on what comes, and has it counted. */
export function counted(pass: ProxyPass): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pass.count(chunk.byteLength);
      done(null, chunk);
    },
  });
}
