/** The search that agents have, with what each stage gave to every hit. */
import { useState } from 'preact/hooks';
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Bar, Shown, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';

const FIELDS = ['q', 'kind', 'tag', 'since', 'until', 'as_of'] as const;
type Field = (typeof FIELDS)[number];

export function Search() {
  const { query } = place.value;
  const given = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Record<Field, string>;
  const [why, setWhy] = useState(false);
  const found = useCall('searchMemory', given.q === '' ? undefined : toInput(given), changed.memory);
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    go('search', undefined, Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '').trim()])));
  };
  return (
    <>
      <h1>Search</h1>
      <form class="ask" role="search" onSubmit={submit} key={query.toString()}>
        <label class="wide">
          Words or a question
          <input type="search" name="q" defaultValue={given.q} autofocus />
        </label>
        <label>
          Kind
          <input name="kind" defaultValue={given.kind} />
        </label>
        <label>
          Tag
          <input name="tag" defaultValue={given.tag} />
        </label>
        <label>
          Since
          <input name="since" defaultValue={given.since} placeholder="last week" />
        </label>
        <label>
          Until
          <input name="until" defaultValue={given.until} />
        </label>
        <label>
          As it was
          <input name="as_of" defaultValue={given.as_of} placeholder="2025-06-01" />
        </label>
        <button type="submit">Search</button>
      </form>
      <label class="switch">
        <input type="checkbox" checked={why} onChange={() => setWhy(!why)} /> Show why
      </label>
      {given.q === '' ? <p class="quiet">What an agent would find is shown here, in its order.</p> : <Shown of={found}>{(data) => <Hits found={data} why={why} />}</Shown>}
    </>
  );
}

function toInput({ q, kind, tag, since, until, as_of }: Record<Field, string>) {
  const filters = { ...(kind === '' ? {} : { kinds: [kind] }), ...(tag === '' ? {} : { tags: [tag] }) };
  return {
    query: q,
    limit: 25,
    explain: true,
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(since === '' ? {} : { since }),
    ...(until === '' ? {} : { until }),
    ...(as_of === '' ? {} : { as_of }),
    ...(workspace.value === undefined ? {} : { workspace_id: workspace.value }),
  };
}

function Hits({ found, why }: { found: Output<'searchMemory'>; why: boolean }) {
  const reasons = reasonsOf(found.explanation);
  return (
    <>
      <p role="status">
        {found.count} found{found.mode === 'words' ? ', by words alone: the model is not ready' : ''}.{' '}
        {found.abstained && 'None seems to answer; an agent is told so.'}
      </p>
      <ol class="hits">
        {found.results.map((hit) => (
          <li key={hit.memory_id}>
            <a href={addressOf('memories', hit.memory_id)}>{visible(hit.text)}</a>
            <div class="quiet">
              {hit.similarity_score.toFixed(2)}
              {hit.weak && ', weak'} · <Time at={hit.timestamp} /> {hit.source && `· ${visible(hit.source)}`}{' '}
              <Tags tags={hit.tags} />
            </div>
            {hit.superseded_by && <p class="quiet">Superseded: no longer true.</p>}
            {why && <Why stages={reasons.get(hit.memory_id) ?? {}} />}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Figures of the stages by memory, as `explain` gives them. */
function reasonsOf(explanation: Record<string, unknown> | undefined): Map<string, Record<string, unknown>> {
  const hits = explanation?.['hits'];
  if (!Array.isArray(hits)) return new Map();
  return new Map(hits.map((hit: Record<string, unknown>) => [String(hit['memory']), hit]));
}

const STAGES = ['words', 'meaning', 'names', 'close', 'cross', 'complement', 'neighbours', 'verbatim', 'fused', 'fit'];

function Why({ stages }: { stages: Record<string, unknown> }) {
  const shown = STAGES.flatMap((name) => (typeof stages[name] === 'number' ? [{ name, value: stages[name] }] : []));
  const most = Math.max(1, ...shown.map(({ value }) => value));
  return (
    <div class="why">
      {shown.map(({ name, value }) => (
        <Bar key={name} label={name} value={value} most={most} />
      ))}
    </div>
  );
}
