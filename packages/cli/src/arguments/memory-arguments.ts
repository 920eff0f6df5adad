/** What several commands read from their flags: the facts of a memory. */
import { invalidField } from '@zapomni/core/errors';
import type { Metadata } from '@zapomni/core/model';
import type { Arguments } from './arguments.ts';

const KIND = /^[a-z][a-z0-9_-]{0,31}$/;

export interface FactArguments {
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly kind?: string;
  readonly metadata?: Metadata;
}

export function readFactArguments(args: Arguments): FactArguments {
  const tags = args.texts('tag');
  const source = args.text('source');
  const kind = readKind(args);
  const metadata = args.text('metadata');
  return {
    ...(tags ? { tags } : {}),
    ...(source === undefined ? {} : { source }),
    ...(kind === undefined ? {} : { kind }),
    ...(metadata === undefined ? {} : { metadata: parseMetadata(metadata) }),
  };
}

export function checkKind(kind: string, field: string): string {
  if (!KIND.test(kind))
    throw invalidField(field, 'must be 1–32 characters of a–z, 0–9, - and _, beginning with a letter');
  return kind;
}

function readKind(args: Arguments): string | undefined {
  const kind = args.text('kind');
  return kind === undefined ? undefined : checkKind(kind, '--kind');
}

function parseMetadata(text: string): Metadata {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidField('--metadata', 'is not JSON', 'Quote it for the shell: --metadata \'{"project":"x"}\'.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('--metadata', 'must be an object');
  return value as Metadata;
}
