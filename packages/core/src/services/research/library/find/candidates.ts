/** What may have been meant by what names no paper. Nothing is offered that is not like it: a wrong paper is worse than none. */
import { SCHEME_WORDS, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { survivorOf } from './survivor.ts';
import { alikeIdentifiers } from './alike-identifiers.ts';
import { alikeCitekeys, idsBeginning } from './alike-names.ts';
import { alikeTitles, papersNear } from './alike-titles.ts';
import { bestOffers, type Offer } from './candidate.ts';
import { papersWith } from './shared-identifier.ts';

const MOST_OFFERED = 5;

/** For an identifier that no paper has. */
export async function offersForIdentifier(deps: Deps, workspace: string, given: Identifier): Promise<Offer[]> {
  return settled(deps, workspace, await alikeIdentifiers(deps, workspace, given));
}

/** For one that was said to be of another kind than it is: whoever has it. */
export async function offersForMisnamed(deps: Deps, workspace: string, given: Identifier): Promise<Offer[]> {
  const papers = await papersWith(deps, workspace, given);
  const why = `it has this ${SCHEME_WORDS[given.scheme].name}`;
  return settled(
    deps,
    workspace,
    papers.map((paper) => ({ paper, why, far: 0 })),
  );
}

/** For words: a citekey, a title or an id with a slip, or a part of one. */
export async function offersForName(deps: Deps, workspace: string, given: string): Promise<Offer[]> {
  const near = await papersNear(deps, workspace, given);
  const offers = await Promise.all([
    idsBeginning(deps, workspace, given, MOST_OFFERED),
    alikeCitekeys(deps, workspace, given, near),
  ]);
  return settled(deps, workspace, [...offers.flat(), ...alikeTitles(given, near)]);
}

/** Of what was merged, that which is left; what nobody wants is not offered. */
async function settled(deps: Deps, workspace: string, offers: readonly Offer[]): Promise<Offer[]> {
  const left = await Promise.all(
    bestOffers(offers, MOST_OFFERED * 2).map(async (offer) => ({
      ...offer,
      paper: await survivorOf(deps, workspace, offer.paper),
    })),
  );
  const wanted = left.filter(({ paper }) => paper.value.standing !== 'dismissed');
  return bestOffers(wanted, MOST_OFFERED);
}
