/** What to read next for a query: all that nobody has judged, the best first, with why. */
import { useEffect, useState } from 'preact/hooks';
import { call, CallError, type Output } from '../../api/client.ts';
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { ArticleLine } from '../../parts/article.tsx';
import { Nothing } from '../../parts/capability-note.tsx';
import { count, percent, Shown, visible } from '../../parts/parts.tsx';
import { VerdictButtons } from '../../parts/verdict.tsx';
import { go, place } from '../../shell/route.ts';
import { mayWrite, me, workspace } from '../../shell/state.ts';

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function ReadingQueue() {
  const queries = useCall('listQueries', here(), changed.record);
  const chosen = place.value.query.get('query') ?? '';
  return (
    <Shown of={queries}>
      {({ queries: all }) => {
        const [first] = all;
        if (!first) return <NoQuery />;
        const name = chosen === '' ? first.name : chosen;
        return (
          <>
            <div class="ask">
              <label>
                For
                <select
                  value={name}
                  onChange={(event) => go('research', undefined, { tab: 'reading', query: event.currentTarget.value })}
                >
                  {all.map((query) => (
                    <option key={query.id} value={query.name}>
                      {visible(query.name)}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            {mayWrite.value ? <Queue query={name} key={name} /> : me.value && <Judged query={name} key={name} />}
          </>
        );
      }}
    </Shown>
  );
}

export function NoQuery() {
  return (
    <Nothing
      what="No question is followed yet. One is saved with:"
      command={'zapomni research query add quiet-rotors --question "How quiet can rotors be?"'}
    />
  );
}

type Evaluated = Output<'evaluateArticles'>;

/** Judging keeps what it found, and so only who may write has it judged. */
function useQueue(query: string) {
  const [queue, setQueue] = useState<Evaluated | undefined>(undefined);
  const [error, setError] = useState<CallError | undefined>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);
  const load = async (offset: number): Promise<void> => {
    setIsWaiting(true);
    const asked = { query_name: query, limit: 20, offset, language_model: false, ...here() };
    try {
      const page = await call('evaluateArticles', asked);
      const before = offset === 0 ? [] : (queue?.evaluations ?? []);
      setQueue({ ...page, evaluations: [...before, ...page.evaluations] });
      setError(undefined);
    } catch (problem) {
      setError(problem instanceof CallError ? problem : new CallError({ code: 'PAGE', message: String(problem) }));
    }
    setIsWaiting(false);
  };
  useEffect(() => void load(0), []);
  return { queue: { data: queue, error, isWaiting, again: () => void load(0) }, load };
}

function Queue({ query }: { query: string }) {
  const { queue, load } = useQueue(query);
  return (
    <Shown of={queue}>
      {({ total, evaluations, stopping, next_offset: next }) => (
        <>
          <p role="status">
            {count(total)} papers that you have not judged, what to read next first.{' '}
            {stopping && <Stopping of={stopping} />}
          </p>
          <ol class="cards">
            {evaluations.map((one) => (
              <li key={one.article.id}>
                <ArticleLine of={one.article}>
                  <Why score={one.score} decision={one.decision} reason={one.reason} />
                </ArticleLine>
                <VerdictButtons article={one.article.id} query={query} verdict={one.verdict} done={queue.again} />
              </li>
            ))}
          </ol>
          {next !== undefined && (
            <button type="button" disabled={queue.isWaiting} onClick={() => void load(next)}>
              More
            </button>
          )}
        </>
      )}
    </Shown>
  );
}

function Stopping({ of: { enough, confidence, judged, left } }: { of: NonNullable<Evaluated['stopping']> }) {
  return (
    <>
      {enough ? 'Most of what is relevant is probably seen' : 'There is no sign yet that most of it is seen'} (
      {percent(confidence)} sure, {count(judged)} judged, {count(left)} left).
    </>
  );
}

/** Whoever may only read sees what was judged before. */
function Judged({ query }: { query: string }) {
  const details = useCall('getQuery', { query_name: query, ...here() }, changed.record);
  return (
    <Shown of={details}>
      {({ best }) => (
        <>
          <p role="status">{best.length} papers as they were last judged, the best first.</p>
          <ol class="cards">
            {best.map((one) => (
              <li key={one.article.id}>
                <ArticleLine of={one.article}>
                  <Why score={one.score} decision={one.decision} reason={one.reason} />
                </ArticleLine>
              </li>
            ))}
          </ol>
        </>
      )}
    </Shown>
  );
}

interface Reason {
  readonly score?: number | undefined;
  readonly decision?: string | undefined;
  readonly reason?: string | undefined;
}

export function Why({ score, decision, reason }: Reason) {
  if (decision === undefined) return <p class="quiet">Not judged by any query.</p>;
  return (
    <p class="quiet">
      <span class={`state ${decision}`}>{decision}</span> {score?.toFixed(2)} {reason && `· ${visible(reason)}`}
    </p>
  );
}
