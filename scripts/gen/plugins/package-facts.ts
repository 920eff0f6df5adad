/** What every package for a client says of the product, and how it starts the server. */
import type { GeneratedFile } from '../generate.ts';

export interface ProductFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
}

export interface PluginSource {
  readonly facts: ProductFacts;
  /** What clients run at their events, as one file. */
  readonly hook: string;
  /** Tools of the group `hooks`, with the names of what they take. */
  readonly hookTools: ReadonlyMap<string, readonly string[]>;
}

/** Who stands behind it: the same in each of them. */
export const AUTHOR = { name: 'Zapomni' } as const;
export const DISPLAY_NAME = 'Zapomni memory';

/** What manifests have in common. */
export const metadata = ({ name, version, description, license, keywords, homepage }: ProductFacts) => ({
  name,
  version,
  description,
  author: AUTHOR,
  homepage,
  license,
  keywords,
});

/** The same command for all, so that they share one server: the first that comes starts it, and each works in its project's workspace. */
export const SERVER = { command: 'npx', args: ['-y', 'zapomni', '--share', 'background', '--projects', 'on'] } as const;

export const json = (path: string, value: unknown): GeneratedFile => ({
  path,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** Of a repository on GitHub, as clients name it. */
export const repositoryOf = ({ homepage }: ProductFacts): string => new URL(homepage).pathname.slice(1);
