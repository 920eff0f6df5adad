/** The search that agents have, with what each stage gave to every hit. */
import { useState } from 'preact/hooks';
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { DocumentLink } from '../parts/document-link.tsx';
import { Bar, Shown, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';
import { Entries } from './context.tsx';

const FIELDS = ['q', 'kind', 'tag', 'since', 'until', 'as_of'] as const;
type Field = (typeof FIELDS)[number];

export function Search() {
  const { query } = place.value;
  const given = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Record<Field, string>;
  const [why, setWhy] = useState(false);
  const [handed, setHanded] = useState(false);
  const found = useCall('searchMemory', given.q === '' ? undefined : toInput(given), changed.memory);
  return (
    <>
      <h1>Search</h1>
      <Asking given={given} key={query.toString()} />
      <label class="switch">
        <input type="checkbox" checked={why} onChange={() => setWhy(!why)} /> Show why
      </label>
      <label class="switch">
        <input type="checkbox" checked={handed} onChange={() => setHanded(!handed)} /> Show what an agent would be
        handed
      </label>
      {given.q === '' ? (
        <p class="quiet">What an agent would find is shown here, in its order.</p>
      ) : (
        <>
          {handed && <Handed topic={given.q} />}
          <Shown of={found}>{(data) => <Hits found={data} why={why} />}</Shown>
        </>
      )}
    </>
  );
}

/** What `get_context` gives for the same words, with what it costs. */
function Handed({ topic }: { topic: string }) {
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const context = useCall('getContext', { topic, ...here }, changed.memory);
  return (
    <section class="memory" aria-label="What an agent would be handed">
      <h2>What an agent would be handed</h2>
      <Shown of={context}>{(data) => <Entries context={data} />}</Shown>
    </section>
  );
}

const LABELS: readonly { readonly name: Field; readonly label: string; readonly example?: string }[] = [
  { name: 'kind', label: 'Kind' },
  { name: 'tag', label: 'Tag' },
  { name: 'since', label: 'Since', example: 'last week' },
  { name: 'until', label: 'Until' },
  { name: 'as_of', label: 'As it was', example: '2025-06-01' },
];

function Asking({ given }: { given: Record<Field, string> }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    go('search', undefined, Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '').trim()])));
  };
  return (
    <form class="ask" role="search" onSubmit={submit}>
      <label class="wide">
        Words or a question
        <input type="search" name="q" defaultValue={given.q} autofocus />
      </label>
      {LABELS.map(({ name, label, example }) => (
        <label key={name}>
          {label}
          <input name={name} defaultValue={given[name]} placeholder={example} />
        </label>
      ))}
      <button type="submit">Search</button>
    </form>
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
            <DocumentLink hit={hit} />
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

const STAGES = [
  'words',
  'meaning',
  'needs',
  'names',
  'close',
  'cross',
  'complement',
  'neighbours',
  'verbatim',
  'fused',
  'fit',
];

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
