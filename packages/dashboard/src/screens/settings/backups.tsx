/** A backup now, how far it is, and where it went. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Output } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Shown, Time, visible } from '../../parts/parts.tsx';
import { tell } from '../../shell/state.ts';

const HOUR_MS = 3_600_000;
type Task = Output<'getTask'>;

export function Backups({ isAdmin }: { isAdmin: boolean }) {
  const backups = useCall('listBackups', {});
  const [task, setTask] = useState<Task | undefined>(undefined);
  const isOver = task !== undefined && task.state !== 'queued' && task.state !== 'running';
  useEffect(() => {
    if (task === undefined || isOver) return;
    const stop = new AbortController();
    call('getTask', { task_id: task.task_id, wait_seconds: 5 }, stop.signal).then(setTask, (error: unknown) => {
      if (!stop.signal.aborted) tell(error);
    });
    return () => stop.abort();
  }, [task]);
  useEffect(() => {
    if (isOver) backups.again();
  }, [isOver]);
  const begin = async (): Promise<void> => {
    const { task_id } = await call('backUp', {});
    setTask(await call('getTask', { task_id }));
  };
  return (
    <section>
      <h2>Backups</h2>
      {isAdmin && (
        <p class="actions">
          <button type="button" disabled={task !== undefined && !isOver} onClick={() => void begin().catch(tell)}>
            Back up now
          </button>
        </p>
      )}
      {task && <Progress task={task} folder={backups.data?.folder ?? ''} />}
      <Shown of={backups}>{(data) => <Kept kept={data} />}</Shown>
    </section>
  );
}

function Progress({ task, folder }: { task: Task; folder: string }) {
  const { state, done, total, message, error, result } = task;
  if (state === 'completed') {
    const { file, memories } = result as { file: string; memories: number };
    return (
      <p role="status">
        {memories} memories are in <code>{`${folder}/${file}`}</code>, read back and compared.
      </p>
    );
  }
  if (state === 'failed' || state === 'cancelled') {
    return (
      <p class="problem" role="alert">
        It was not made{error ? `: ${error.message}` : '.'}
      </p>
    );
  }
  return (
    <p role="status">
      {message ?? 'It waits for its turn'} {total > 0 && <progress max={total} value={done} aria-label="The backup" />}
      {error && <span class="quiet"> {error.message} It is tried again.</span>}
    </p>
  );
}

function Kept({ kept }: { kept: Output<'listBackups'> }) {
  const { folder, files, schedules } = kept;
  return (
    <>
      <p class="quiet">
        They go to <code>{visible(folder)}</code>.{' '}
        {schedules.length === 0
          ? 'None is made by itself: zapomni backup --every 1d has one made each day.'
          : schedules.map(({ every_ms: every }) => `One is made every ${Math.round(every / HOUR_MS)} hours.`).join(' ')}
      </p>
      <ul class="plain" aria-label="Backups">
        {files.slice(0, 10).map(({ name, bytes, at }) => (
          <li key={name}>
            {visible(name)} <span class="quiet">{(bytes / 1048576).toFixed(1)} MB, </span>
            <Time at={at} />
          </li>
        ))}
      </ul>
    </>
  );
}
