/** How much is remembered and how it grew, what came in, how the server is, what it is doing. */
import { call } from '../api/client.ts';
import { changed, recent } from '../api/live.ts';
import { useLookAgain } from '../api/look-again.ts';
import { useCall } from '../api/use-call.ts';
import { GrowthChart } from '../parts/growth-chart.tsx';
import { count, Fact, percent, Shown, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';

export function Overview() {
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const stats = useCall('getStats', here, changed.memory);
  const growth = useCall('getGrowth', { ...here, days: 30 }, changed.growth);
  return (
    <>
      <h1>Overview</h1>
      <Shown of={stats}>
        {(data) => (
          <dl class="facts">
            <Fact label="Memories" value={count(data.total_memories)} />
            <Fact label="Passages" value={count(data.total_chunks)} />
            <Fact label="Things" value={count(data.entities)} hint="Entities of the graph" />
            <Fact label="Relations" value={count(data.relations)} />
            <Fact label="Store" value={`${data.database_size_mb} MB`} />
            <Fact label="Waiting for a vector" value={count(data.pending_embeddings)} />
            <Fact label="Waiting to be read" value={count(data.pending_readings)} />
            <Fact label="Model" value={data.model} />
          </dl>
        )}
      </Shown>
      <Shown of={growth}>{({ points }) => <GrowthChart points={points} />}</Shown>
      <div class="columns">
        <Latest />
        <Work />
        <Health />
        <Clients />
        <Feed />
      </div>
    </>
  );
}

function Latest() {
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const latest = useCall('listMemories', { ...here, limit: 8 }, changed.memory);
  return (
    <section>
      <h2>What came in</h2>
      <Shown of={latest}>
        {({ memories }) =>
          memories.length === 0 ? (
            <p class="quiet">Nothing is remembered yet. An agent stores with add_memory, you with zapomni add.</p>
          ) : (
            <ul class="plain">
              {memories.map((memory) => (
                <li key={memory.memory_id}>
                  <a href={addressOf('memories', memory.memory_id)}>{visible(memory.text_preview)}</a>
                  <div class="quiet">
                    <Time at={memory.timestamp} /> <Tags tags={memory.tags} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}

function Work() {
  const tasks = useCall('listTasks', { limit: 20 }, changed.work);
  const cancel = async (id: string): Promise<void> => {
    await call('cancelTask', { task_id: id });
    say('Cancelled. What was done stays.');
    tasks.again();
  };
  return (
    <section>
      <h2>Work</h2>
      <Shown of={tasks}>
        {({ tasks: all }) => {
          const live = all.filter(({ state }) => state === 'running' || state === 'queued');
          return live.length === 0 ? (
            <p class="quiet">Nothing is running.</p>
          ) : (
            <ul class="plain">
              {live.map((task) => (
                <li key={task.task_id}>
                  {task.name} <span class="quiet">{task.state}</span>
                  {task.total > 0 && (
                    <progress max={task.total} value={task.done} aria-label={`Progress of ${task.name}`} />
                  )}
                  {mayWrite.value && (
                    <button type="button" onClick={() => void cancel(task.task_id).catch(tell)}>
                      Cancel
                    </button>
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
    </section>
  );
}

const LOOK_MS = 5000;

function Health() {
  const health = useCall('getHealth', {}, changed.work);
  // Calls that only read change nothing that would be told.
  useLookAgain(health.again, LOOK_MS);
  const ms = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} ms`);
  return (
    <section>
      <h2>Health</h2>
      <Shown of={health}>
        {({ engine, warnings, pool, sessions, operations: o }) => (
          <>
            <p>{warnings.length === 0 ? `All is well: ${engine} answers.` : warnings.join(' ')}</p>
            <dl class="facts small">
              <Fact label="Sessions" value={`${sessions.active} (most ${sessions.peak})`} />
              <Fact label="Operations" value={`${count(o.count)}, ${count(o.failed)} failed`} hint="The last 10,000" />
              <Fact label="p50 / p95 / p99" value={`${ms(o.p50_ms)} / ${ms(o.p95_ms)} / ${ms(o.p99_ms)}`} />
              <Fact label="A second" value={o.per_second} />
              <Fact
                label="Connections"
                value={`${pool.in_use} of ${pool.size}, ${pool.waiting} wait`}
                hint="To the store, from this process"
              />
              <Fact label="Memory" value={`${Math.round(o.resident_bytes / 1048576)} MB`} />
              <Fact label="Processor" value={percent(o.cpu_share)} />
            </dl>
          </>
        )}
      </Shown>
    </section>
  );
}

const LOOK_AT_CLIENTS_MS = 15_000;
const MOST_CLIENTS = 8;

/** Who is connected to this process, and who has called any process of the data folder. */
function Clients() {
  const callers = useCall('listCallers', {});
  useLookAgain(callers.again, LOOK_AT_CLIENTS_MS);
  return (
    <section>
      <h2>Clients</h2>
      <Shown of={callers}>
        {({ connected, lately }) => (
          <>
            <p>
              {connected.length === 0 ? 'No client is connected to this process.' : `${connected.length} connected:`}
            </p>
            <ul class="plain" aria-label="Connected">
              {connected.map(({ client, since, requests }, i) => (
                <li key={i}>
                  {visible(client ?? 'one that has not said its name')}{' '}
                  <span class="quiet">
                    since <Time at={since} />, {count(requests)} requests
                  </span>
                </li>
              ))}
            </ul>
            {lately.length > 0 && <p class="quiet">Heard of lately:</p>}
            <ul class="plain" aria-label="Heard of lately">
              {lately.slice(0, MOST_CLIENTS).map(({ client, calls, last }) => (
                <li key={client}>
                  <a href={addressOf('activity', undefined, { client })}>{visible(client)}</a>{' '}
                  <span class="quiet">
                    {count(calls)} calls, the last <Time at={last} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </section>
  );
}

function Feed() {
  return (
    <section>
      <h2>As it happens</h2>
      {recent.value.length === 0 ? (
        <p class="quiet">Nothing since this page was opened.</p>
      ) : (
        <ul class="plain">
          {recent.value.slice(0, 12).map((change, i) => (
            <li key={`${i}-${change.kind}`}>
              {change.kind.replace('.', ' ')}{' '}
              <span class="quiet">
                {change.by ?? change.cause}
                {change.workspace_id ? `, ${visible(change.workspace_id)}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
