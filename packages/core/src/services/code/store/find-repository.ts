/** Which repositories a call means: all of a workspace, or the one that a name, a key or a path in it names. */
import { ZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { isBelow } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import { REPOSITORIES, type KeptRepository } from './repository-record.ts';

const PAGE = 200;
const MOST_NAMED = 10;

/** By name. */
export async function listRepositories(deps: Deps, workspace: string): Promise<KeptRepository[]> {
  const repositories = collection(deps, REPOSITORIES);
  const found: KeptRepository[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await repositories.list(workspace, { index: 'by_name', limit: PAGE, ...place });
    found.push(...page.items);
    cursor = page.next;
  }
  return found;
}

/** NOT_FOUND for a name that none has, and where there is none at all. */
export async function findRepositories(deps: Deps, workspace: string, named?: string): Promise<KeptRepository[]> {
  const all = await listRepositories(deps, workspace);
  if (all.length === 0) throw noneYet();
  if (named === undefined) return all;
  const found = meant(all, named);
  if (found.length > 0) return found;
  throw refused('NOT_FOUND', 'there is no such repository', namesOf(all));
}

/** Exactly one; the only one where none is named. */
export async function findRepository(deps: Deps, workspace: string, named?: string): Promise<KeptRepository> {
  const [first, second] = await findRepositories(deps, workspace, named);
  if (first && !second) return first;
  const all = await listRepositories(deps, workspace);
  const error = named === undefined ? 'there are several, so one has to be named' : 'several have this name';
  throw refused('INVALID_INPUT', error, namesOf(named === undefined ? all : meant(all, named), true));
}

function meant(all: readonly KeptRepository[], named: string): KeptRepository[] {
  const byKey = all.filter(({ key }) => key === named);
  if (byKey.length > 0) return byKey;
  const place = named.length > 1 ? named.replace(/[/\\]+$/, '') : named;
  const around = all.filter(({ value: { root } }) => root === place || isBelow(root, place));
  // A repository within another: the inner one is meant.
  const longest = Math.max(...around.map(({ value }) => value.root.length));
  if (around.length > 0) return around.filter(({ value }) => value.root.length === longest);
  return all.filter(({ value }) => value.name === named);
}

function namesOf(all: readonly KeptRepository[], isAmbiguous = false): string {
  const names = all.slice(0, MOST_NAMED).map(({ key, value }) => (isAmbiguous ? `${value.name} (${key})` : value.name));
  return `There are: ${names.join(', ')}${all.length > MOST_NAMED ? ' …' : ''}.`;
}

function refused(code: 'NOT_FOUND' | 'INVALID_INPUT', error: string, hint: string): ZapomniError {
  return new ZapomniError(code, `repository: ${error}.`, { hint, issues: [{ field: 'repository', error }] });
}

function noneYet(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'repository: none is indexed in this workspace.', {
    hint: 'index_codebase indexes one; so does `zapomni index PATH`.',
    issues: [{ field: 'repository', error: 'none is indexed' }],
  });
}
