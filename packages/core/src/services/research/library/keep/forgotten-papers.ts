/** Papers that the user has deleted, by what tells them apart: so that an import with another abstract does not bring one back. */
import { identifierKey, type BibliographicItem } from '../../../../model/papers/index.ts';
import type { RecordPut } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { tombstonesOf } from '../../../forgotten/index.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import { candidateKeys } from '../../reading/identity/index.ts';
import { allIdentifiers, decides } from './identifiers.ts';
import { firstNameOf, yearOf } from './keys.ts';

export function hashesOfPaper(item: BibliographicItem): Promise<string[]> {
  const ids = allIdentifiers(item.identifiers).filter((id) => decides(id, item.type));
  const { titleKey: title } = candidateKeys(item);
  const words = [firstNameOf(item) ?? '', yearOf(item) ?? '', title];
  const marks = [
    ...ids.map((id) => `paper ${identifierKey(id)}`),
    ...(title === null ? [] : [`paper ${words.join(' ')}`]),
  ];
  return Promise.all(marks.map(sha256));
}

export async function paperTombstones(deps: Deps, item: BibliographicItem): Promise<RecordPut[]> {
  const hashes = await hashesOfPaper(item);
  return tombstonesOf(
    deps,
    hashes.map((hash) => ({ hash, of: 'text' })),
  );
}
