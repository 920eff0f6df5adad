/** Code that a memory names: `Shop.open src/shop.ts:12 (changed)`. */
import type { CodeMention } from '@zapomni/core/code';
import { oneLine } from './harmless.ts';

export function renderMention({ name, kind, path, line, stale }: CodeMention): string {
  const place = line === null ? path : `${path}:${line}`;
  return oneLine(`${kind === 'file' ? '' : `${name} `}${place}${stale === null ? '' : ` (${stale})`}`);
}
