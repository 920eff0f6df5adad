/** What is followed: the question and what must be in a paper, how much was found, and what was found, to be judged. */
import type { Output } from '../../api/client.ts';
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { ArticleLine } from '../../parts/article.tsx';
import { Pages, usePages } from '../../parts/paged.tsx';
import { count, Fact, Shown, Time, visible } from '../../parts/parts.tsx';
import { VerdictButtons } from '../../parts/verdict.tsx';
import { addressOf, place } from '../../shell/route.ts';
import { workspace } from '../../shell/state.ts';
import { NoQuery, Why } from './reading-queue.tsx';
import { RunNow } from './run-now.tsx';

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function Queries() {
  const chosen = place.value.query.get('query') ?? '';
  if (chosen !== '') return <Query name={chosen} key={chosen} />;
  return <List />;
}

function List() {
  const queries = useCall('listQueries', here(), changed.record);
  return (
    <Shown of={queries}>
      {({ queries: all }) =>
        all.length === 0 ? (
          <NoQuery />
        ) : (
          <ul class="cards" aria-label="Queries">
            {all.map((query) => (
              <li key={query.id}>
                <p>
                  <a href={addressOf('research', undefined, { tab: 'queries', query: query.name })}>
                    {visible(query.name)}
                  </a>{' '}
                  {!query.is_active && <span class="state off">off</span>}
                </p>
                <p>{visible(query.research_question)}</p>
                <p class="quiet">
                  {judgedWords(query.evaluated)} · {saidWords(query.verdicts)}
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}

function judgedWords({ keep = 0, review = 0, reject = 0 }: Readonly<Record<string, number>>): string {
  return `${count(keep)} to keep, ${count(review)} to look at, ${count(reject)} rejected`;
}

function saidWords({ like = 0, dislike = 0, skip = 0 }: Readonly<Record<string, number>>): string {
  return `you liked ${count(like)}, disliked ${count(dislike)}, skipped ${count(skip)}`;
}

const LISTS = [
  ['keywords', 'Keywords'],
  ['required_topics', 'Must have'],
  ['preferred_topics', 'Should have'],
  ['excluded_topics', 'Must not have'],
  ['authors', 'Authors'],
] as const;

function Query({ name }: { name: string }) {
  const details = useCall('getQuery', { query_name: name, ...here() }, changed.record);
  return (
    <>
      <p>
        <a href={addressOf('research', undefined, { tab: 'queries' })}>All queries</a>
      </p>
      <Shown of={details}>{(data) => <Details of={data} />}</Shown>
      <Findings query={name} again={details.again} />
    </>
  );
}

function Details({ of }: { of: Output<'getQuery'> }) {
  const { last_run: last } = of.findings;
  return (
    <>
      <h2>{visible(of.name)}</h2>
      <p>{visible(of.research_question)}</p>
      {of.description && <p class="quiet">{visible(of.description)}</p>}
      <dl class="facts small">
        <Fact label="Found" value={count(of.findings.found)} />
        <Fact label="New" value={count(of.findings.new)} />
        <Fact label="Kept" value={count(of.findings.kept)} />
        <Fact label="Rejected" value={count(of.findings.rejected)} />
        <Fact label="Version" value={of.version} />
        {LISTS.map(([field, label]) =>
          of[field].length === 0 ? null : <Fact key={field} label={label} value={visible(of[field].join(', '))} />,
        )}
      </dl>
      <p class="quiet">
        {last ? (
          <>
            Last looked <Time at={last.at} /> at {visible(last.source)}: {last.status}, {count(last.new)} new.
          </>
        ) : (
          'Nothing was looked at for it yet.'
        )}
      </p>
      <RunNow query={of.name} label="Look now" />
    </>
  );
}

function Findings({ query, again }: { query: string; again: () => void }) {
  const which = place.value.query.get('which') === 'all' ? 'all' : 'new';
  const findings = usePages(
    'listFindings',
    { query_name: query, which, limit: 20, ...here() },
    ({ findings: rows, total, next_cursor: next }) => ({ rows, total, next }),
    changed.record,
  );
  const done = (): void => {
    findings.again();
    again();
  };
  const other = which === 'all' ? 'new' : 'all';
  return (
    <section>
      <h2>{which === 'all' ? 'All that was found' : 'New, and worth a look'}</h2>
      <p>
        <a href={addressOf('research', undefined, { tab: 'queries', query, which: other })}>
          {other === 'all' ? 'Show all that was found' : 'Show what is new'}
        </a>
      </p>
      <Pages of={findings} none={<p class="quiet">Nothing.</p>}>
        {(rows) => (
          <>
            <p role="status">
              {count(rows.length)} of {count(findings.total ?? rows.length)}
            </p>
            <ul class="cards" aria-label="Findings">
              {rows.map((one) => (
                <Finding key={one.article.id} of={one} query={query} done={done} />
              ))}
            </ul>
          </>
        )}
      </Pages>
    </section>
  );
}

type Row = Output<'listFindings'>['findings'][number];

function Finding({ of, query, done }: { of: Row; query: string; done: () => void }) {
  return (
    <li>
      <ArticleLine of={of.article}>
        <Why score={of.score} decision={of.decision} reason={of.reason} />
        {of.abstract && (
          <details>
            <summary>Abstract</summary>
            <p class="text">{visible(of.abstract)}</p>
          </details>
        )}
        <p class="quiet">
          Found by {visible(of.sources.map(({ name }) => name).join(', '))}, <Time at={of.found_at} />
        </p>
      </ArticleLine>
      <VerdictButtons article={of.article.id} query={query} verdict={of.verdict} done={done} />
    </li>
  );
}
