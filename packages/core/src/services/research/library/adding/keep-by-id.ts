/** A paper of which only an id was given: its record, with what sources say of it. */
import { identifierKey, parseIdentifier, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import type { SourceReport } from '../../lookup/source-report.ts';
import type { SavedPaper } from '../keep/arrival.ts';
import { lossesOf } from '../keep/paper-facts.ts';
import { savePapers } from '../keep/save-papers.ts';
import type { KeptArrival } from '../store/arrival-record.ts';
import { toArrivals } from './looked-up.ts';
import type { AddingSteps, LookedUp } from './steps.ts';

interface KeepingById {
  readonly workspace: string;
  readonly tags?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface KeptById {
  readonly saved: SavedPaper;
  readonly warnings: readonly string[];
  readonly sources: readonly SourceReport[];
}

export async function keepById(
  deps: Deps,
  { lookup }: AddingSteps,
  { workspace, signal, tags }: KeepingById,
  { value }: KeptArrival,
): Promise<KeptById> {
  const newId = value.paper;
  const id = parseIdentifier(value.source) as Identifier;
  const looked = (await lookup?.byId(id, signal)) ?? { papers: [], sources: [] };
  const told = toArrivals(looked, id);
  const item = { type: 'document' as const, contributors: [], identifiers: [id] };
  const arrivals = (told.length > 0 ? told : [{ item, source: 'file' }]).map((one) => ({ ...one, tags, newId }));
  const [saved] = (await savePapers(deps, { workspace, arrivals })) as [SavedPaper];
  const warnings = told.length === 0 ? [nobodyKnows(deps, id, looked)] : told.flatMap((one) => lossesOf(one.item));
  return { saved, sources: looked.sources, warnings };
}

/** Of whom one could not ask one does not know what they know. */
function nobodyKnows({ config }: Deps, id: Identifier, { sources }: LookedUp): string {
  const failed = sources.filter(({ status }) => status !== 'ok' && status !== 'off').map(({ source }) => source);
  const asked = sources.filter(({ status }) => status === 'ok').length;
  const why =
    failed.length > 0
      ? `${failed.join(', ')} could not be asked. Add it again later`
      : config.paper_offline
        ? 'nobody may be asked while ZAPOMNI_PAPER_OFFLINE is on'
        : asked > 0
          ? 'none of the sources that were asked knows it'
          : 'no source may be asked';
  return `Nothing is known of ${identifierKey(id)} yet: ${why}.`;
}
