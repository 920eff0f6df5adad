/**
 * The product as a user gets it: the tarball of `npm pack`, installed in an empty folder. It is packed and installed once
 * per run, by packed-setup.ts, and all test files share it; a test must not change what is in it.
 */
import { inject } from 'vitest';

export interface Packed {
  /** The Node that runs the tests. */
  readonly node: string;
  /** The installed script; start it as `node bin`. */
  readonly bin: string;
  /** The command that npm made for it, as a client configuration names it. */
  readonly command: string;
  /** The folder it is installed in. */
  readonly cwd: string;
  readonly tarball: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

/** Where the installed product lies. Only in the e2e project. */
export const packed = (): Packed => inject('packed');
