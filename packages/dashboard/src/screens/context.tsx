/** What an agent would be handed at the start of a session, and for a given prompt, with what it costs. */
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { count, Shown, Time, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';

/** As the server estimates: four characters of English. */
const tokens = (text: string): number => Math.ceil(text.length / 4);

export function Context() {
  const { query } = place.value;
  const topic = query.get('topic') ?? '';
  const budget = Number(query.get('budget') ?? 1500);
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const context = useCall(
    'getContext',
    { budget_tokens: budget, ...(topic === '' ? {} : { topic }), ...here },
    changed.memory,
  );
  return (
    <>
      <h1>Context</h1>
      <form class="ask" onSubmit={submit}>
        <label class="wide">
          For a prompt (none: the start of a session)
          <input name="topic" defaultValue={topic} />
        </label>
        <label>
          Tokens
          <input name="budget" type="number" min={1} max={100_000} defaultValue={String(budget)} />
        </label>
        <button type="submit">Show</button>
      </form>
      <Shown of={context}>{(data) => <Entries context={data} />}</Shown>
    </>
  );
}

function submit(event: Event): void {
  event.preventDefault();
  const form = new FormData(event.currentTarget as HTMLFormElement);
  go('context', undefined, { topic: String(form.get('topic')), budget: String(form.get('budget')) });
}

export function Entries({ context: { entries, left_out } }: { context: Output<'getContext'> }) {
  const cost = entries.reduce((sum, { text }) => sum + tokens(text), 0);
  return (
    <>
      <p role="status">
        {entries.length} memories, about {count(cost)} tokens; {left_out} left out.
      </p>
      <ol class="hits">
        {entries.map((entry) => (
          <li key={entry.memory_id}>
            <a href={addressOf('memories', entry.memory_id)}>{visible(entry.text)}</a>
            <div class="quiet">
              {entry.reason} · {entry.kind} · <Time at={entry.timestamp} /> · about {tokens(entry.text)} tokens
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
