/** One memory: what it says, what is known of it, what it said before, and how to correct it. */
import { useState } from 'preact/hooks';
import { call, CallError, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Fact, Shown, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf, go } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';
import { Difference } from '../parts/difference.tsx';
import { History } from './memory/history.tsx';
import { LazyMarkdown } from '../text/lazy-markdown.tsx';

type Memory = Output<'getMemory'>;
const UNDO_MS = 8000;

export function MemoryView({ id }: { id: string }) {
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const memory = useCall('getMemory', { memory_id: id, history: true, ...here }, changed.memory);
  const [doing, setDoing] = useState<'read' | 'edit' | 'supersede'>('read');
  return (
    <article class="memory">
      <Shown of={memory}>
        {(data) => (
          <>
            {data.superseded_by && (
              <p role="status">
                This no longer holds. <a href={addressOf('memories', data.superseded_by)}>What holds now</a>
              </p>
            )}
            {doing === 'read' ? (
              <Text text={data.text} />
            ) : (
              <Editor memory={data} how={doing} done={() => setDoing('read')} />
            )}
            <dl class="facts small">
              <Fact label="When" value={<Time at={data.timestamp} />} />
              <Fact label="Stored" value={<Time at={data.created_at} />} />
              <Fact label="Kind" value={data.kind} />
              {data.source && <Fact label="Source" value={visible(data.source)} />}
              <Fact label="Version" value={data.version} />
              {data.valid_to && <Fact label="Held until" value={<Time at={data.valid_to} />} />}
            </dl>
            <Tags tags={data.tags} />
            <Links memory={data} />
            {mayWrite.value && doing === 'read' && (
              <p class="actions">
                <button type="button" onClick={() => setDoing('edit')}>
                  Correct
                </button>
                <button type="button" onClick={() => setDoing('supersede')}>
                  It has changed
                </button>
                <button type="button" class="danger" onClick={() => forgetSoon(data)}>
                  Forget
                </button>
              </p>
            )}
            <History memory={data} />
          </>
        )}
      </Shown>
    </article>
  );
}

/** As it is written, or as it was meant to look. */
function Text({ text }: { text: string }) {
  const [isMarkdown, setMarkdown] = useState(false);
  return (
    <>
      {isMarkdown ? <LazyMarkdown text={text} /> : <p class="text">{visible(text)}</p>}
      <label class="switch">
        <input type="checkbox" checked={isMarkdown} onChange={() => setMarkdown(!isMarkdown)} /> As Markdown
      </label>
    </>
  );
}

function Links({ memory }: { memory: Memory }) {
  const link = (id: string, text: string) => (
    <li key={id}>
      <a href={addressOf('memories', id)}>{text}</a>
    </li>
  );
  return (
    <ul class="plain">
      {memory.supersedes && link(memory.supersedes, 'What it took the place of')}
      {memory.kind === 'document' && memory.source !== '' && (
        <li>
          <a href={addressOf('documents', memory.source)}>Read the document</a>
        </li>
      )}
      {memory.near_duplicates?.map((id) => link(id, 'Says almost the same'))}
    </ul>
  );
}

/** Nothing is sent before the time to take it back is over. */
function forgetSoon({ memory_id: id, workspace_id: workspaceId }: Memory): void {
  const timer = setTimeout(() => {
    void call('deleteMemory', { memory_id: id, workspace_id: workspaceId, confirm: true }).then(
      () => go('memories'),
      tell,
    );
  }, UNDO_MS);
  say('This memory will be forgotten.', () => clearTimeout(timer), UNDO_MS);
}

function Editor({ memory, how, done }: { memory: Memory; how: 'edit' | 'supersede'; done: () => void }) {
  const [text, setText] = useState(memory.text);
  const [tags, setTags] = useState(memory.tags.join(', '));
  const [problem, setProblem] = useState('');
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await store(memory, how, {
        text,
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      });
      say('Stored.');
      done();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form class="ask" onSubmit={(event) => void save(event)}>
      <label class="wide">
        {how === 'edit' ? 'The text, corrected' : 'What holds now'}
        <textarea rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <label class="wide">
        Tags
        <input value={tags} onInput={(event) => setTags(event.currentTarget.value)} />
      </label>
      <Preview before={memory.text} after={text} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit">Store</button>
      <button type="button" onClick={done}>
        Leave it
      </button>
    </form>
  );
}

function Preview({ before, after }: { before: string; after: string }) {
  return (
    <section class="preview" aria-label="Preview">
      <h3>Preview</h3>
      <LazyMarkdown text={after} />
      {after !== before && (
        <>
          <h3>What changes</h3>
          <Difference before={before} after={after} />
        </>
      )}
    </section>
  );
}

/** What somebody else changed meanwhile is never overwritten unseen. */
async function store(
  memory: Memory,
  how: 'edit' | 'supersede',
  change: { text: string; tags: string[] },
): Promise<void> {
  const { memory_id: id, workspace_id: workspaceId } = memory;
  const now = await call('getMemory', { memory_id: id, workspace_id: workspaceId });
  if (now.version !== memory.version) {
    throw new CallError({
      code: 'CONFLICT',
      message: 'It was changed meanwhile. Leave it, look again, then correct it.',
    });
  }
  if (how === 'edit') await call('updateMemory', { memory_id: id, workspace_id: workspaceId, ...change });
  else {
    const { memory_id: added } = await call('addMemory', { ...change, supersedes: id, workspace_id: workspaceId });
    if (added !== undefined) go('memories', added);
  }
}
