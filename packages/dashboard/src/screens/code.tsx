/** Repositories that are understood, and what is asked of them: places by what they do, symbols by their names. */
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Nothing, NotOffered } from '../parts/capability-note.tsx';
import { Jobs } from '../parts/jobs.tsx';
import { count, Shown, Time, visible } from '../parts/parts.tsx';
import { SourceLines, SymbolLink } from '../parts/code.tsx';
import { go, place } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';
import { SymbolView } from './symbol.tsx';

export function Code() {
  const { id, query } = place.value;
  if (id !== undefined) return <SymbolView id={id} key={id} />;
  const asked = query.get('q') ?? '';
  const how = query.get('how') ?? 'text';
  return (
    <>
      <h1>Code</h1>
      <NotOffered of="code" />
      <Asking asked={asked} how={how} key={query.toString()} />
      {asked !== '' && (how === 'name' ? <Named name={asked} /> : <Found query={asked} />)}
      <Jobs kind="index_codebase" label="Repositories that are read" />
      <Repositories />
    </>
  );
}

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

function Asking({ asked, how }: { asked: string; how: string }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    go('code', undefined, { q: String(form.get('q') ?? '').trim(), how: String(form.get('how')) });
  };
  return (
    <form class="ask" role="search" onSubmit={submit}>
      <label class="wide">
        What it does, words, or a name
        <input type="search" name="q" defaultValue={asked} />
      </label>
      <label>
        Look for
        <select name="how" defaultValue={how}>
          <option value="text">places in the code</option>
          <option value="name">symbols of this name</option>
        </select>
      </label>
      <button type="submit">Search</button>
    </form>
  );
}

function Found({ query }: { query: string }) {
  const found = useCall('searchCode', { query, limit: 20, ...here() });
  return (
    <Shown of={found}>
      {({ count: shown, results, left_out: left }) => (
        <>
          <p role="status">
            {shown} places{left > 0 && `, ${count(left)} more match less well`}.
          </p>
          <ol class="hits">
            {results.map((one) => (
              <Place key={`${one.repository}${one.path}${one.line}`} of={one} />
            ))}
          </ol>
        </>
      )}
    </Shown>
  );
}

function Place({ of }: { of: Output<'searchCode'>['results'][number] }) {
  return (
    <li>
      {of.symbol && <SymbolLink id={of.symbol.symbol_id} name={of.symbol.name} kind={of.symbol.kind} />}{' '}
      <span class="path">
        {visible(of.path)}:{of.line}–{of.end_line}
      </span>{' '}
      <span class="quiet">
        {visible(of.repository)} · by {of.matched.join(', ')}
        {of.symbol && ` · called by ${count(of.symbol.callers)}`}
      </span>
      <SourceLines text={of.text} first={of.text_line} label={visible(`${of.repository} ${of.path}:${of.line}`)} />
    </li>
  );
}

function Named({ name }: { name: string }) {
  const found = useCall('findSymbol', { name, limit: 50, ...here() });
  return (
    <Shown of={found}>
      {({ total, complete, symbols }) => (
        <>
          <p role="status">
            {symbols.length} of {complete ? '' : 'more than '}
            {count(total)} symbols.
          </p>
          <ul class="plain">
            {symbols.map((one) => (
              <li key={one.symbol_id}>
                <SymbolLink id={one.symbol_id} name={one.name} kind={one.kind} />{' '}
                <span class="path">
                  {visible(one.path)}:{one.line}
                </span>{' '}
                <span class="quiet">
                  {visible(one.repository)} · called by {count(one.callers)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Shown>
  );
}

function Repositories() {
  const repositories = useCall('listRepositories', here(), changed.record);
  return (
    <section>
      <h2>Repositories</h2>
      <Shown of={repositories}>
        {({ repositories: all }) =>
          all.length === 0 ? (
            <Nothing what="No repository is read here yet. In its folder:" command="zapomni index" />
          ) : (
            <ul class="cards">
              {all.map((one) => (
                <Repository key={one.repository_id} of={one} />
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}

const FRESHNESS = {
  current: 'as the work tree is',
  behind: 'the work tree has moved on',
  indexing: 'being read',
  unknown: 'not known whether it has moved on',
} as const;

function Repository({ of }: { of: Output<'listRepositories'>['repositories'][number] }) {
  const { name, path, state, branch, commit, freshness, counts, error } = of;
  const index = async (): Promise<void> => {
    const { status } = await call('indexCodebase', { repo_path: path, ...here() });
    say(status === 'indexed' ? 'It is read.' : 'It is being read.');
  };
  const languages = Object.entries(counts.languages).toSorted(([, a], [, b]) => b - a);
  return (
    <li>
      <p>
        <strong>{visible(name)}</strong> {state !== 'ready' && <span class={`state ${state}`}>{state}</span>}{' '}
        {mayWrite.value && (
          <button type="button" onClick={() => void index().catch(tell)}>
            Read what changed
          </button>
        )}
      </p>
      <p class="quiet path">{visible(path)}</p>
      <p class="quiet">
        {count(counts.files)} files · {count(counts.symbols)} symbols · {count(counts.edges)} calls
        {languages.length > 0 && ` · ${languages.map(([language, files]) => `${language} ${files}`).join(', ')}`}
      </p>
      <p class="quiet">
        {branch && `${visible(branch)} · `}
        {commit && `${commit.slice(0, 10)} · `}
        {freshness && FRESHNESS[freshness]}
        {of.indexed_at && (
          <>
            {' · '}
            <Time at={of.indexed_at} />
          </>
        )}
      </p>
      {error && <p class="quiet">{visible(error.message)}</p>}
    </li>
  );
}
