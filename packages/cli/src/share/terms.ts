/**
 * On what terms a server and a stdio client can share: the settings that change what a client is answered have to be the
 * same on both sides, and so has the version. What only one of them uses (ports, logs, workers) may differ.
 */
import { createHash } from 'node:crypto';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { readFolders, readGrants } from '../settings/file-folders.ts';
import { SETTINGS } from '../generated/help.ts';
import type { Settings } from '../settings/given-settings.ts';

const OWN_SECTIONS = new Set(['general', 'http', 'logs']);
/**
 * The client found the server in its own data folder: the path may be spelt in two ways. Where a model is found is the
 * server's affair; which one it is counts.
 */
const OWN = new Set([
  'data_dir',
  'busy_timeout_ms',
  'query_cache_size',
  'embed_workers',
  'model_runtime',
  'embed_batch',
  'embed_cache_mb',
  'embed_timeout_seconds',
  'embed_url',
  'embed_key_file',
  'llm_timeout_seconds',
  'llm_url',
  'llm_key_file',
  'rerank_key_file',
  'crossref_key_file',
  'openalex_key_file',
  'pubmed_key_file',
  'semanticscholar_key_file',
  'rerank_wait_ms',
  'ollama_url',
  'web_cache_mb',
  'web_contact',
]);

const HASHED = new Set(['store', 'falkordb_password', 'web_hosts', 'web_private_hosts']);

export type Terms = Readonly<Record<string, string>>;

/** INVALID_CONFIG when a list of folders cannot be read. */
export function termsOf(settings: Settings): Terms {
  const shared = SETTINGS.filter(
    ({ name, section, secret }) => !OWN_SECTIONS.has(section) && !OWN.has(name) && !secret,
  );
  const terms = shared.map(({ name, fallback }) => [name, meaning(name, settings.get(name)?.value ?? fallback ?? '')]);
  return { version: SERVER_INFO.version, ...Object.fromEntries(terms) };
}

/** Names of what differs; none means that they can share. */
export function differences(own: Terms, theirs: unknown): string[] {
  const given = typeof theirs === 'object' && theirs !== null ? (theirs as Terms) : {};
  return Object.keys(own).filter((name) => own[name] !== given[name]);
}

/** Relative folders mean something else in another working folder. */
function meaning(name: string, value: string): string {
  if (name === 'file_roots') return JSON.stringify(readFolders(value));
  if (name === 'file_grants') return JSON.stringify([...readGrants(value)]);
  // They may hold a password or an address, and only have to be the same.
  if (HASHED.has(name) || name.endsWith('_url')) return createHash('sha256').update(value).digest('hex');
  return value;
}
