/** Work of one kind that runs, waits or has stopped before its end: how far it is, to be cancelled and taken up again. */
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { mayWrite, say, tell } from '../shell/state.ts';
import { Time, visible } from './parts.tsx';

type Task = Output<'listTasks'>['tasks'][number];

const SHOWN: ReadonlySet<string> = new Set(['queued', 'running', 'failed', 'cancelled']);

export function Jobs({ kind, label }: { kind: string; label: string }) {
  const tasks = useCall('listTasks', { name: kind, limit: 50 }, changed.work);
  const open = (tasks.data?.tasks ?? []).filter(({ state }) => SHOWN.has(state));
  if (open.length === 0) return null;
  return (
    <section>
      <h2>{label}</h2>
      <ul class="plain">
        {open.slice(0, 20).map((task) => (
          <Job key={task.task_id} task={task} label={label} again={tasks.again} />
        ))}
      </ul>
    </section>
  );
}

function Job({ task, label, again }: { task: Task; label: string; again: () => void }) {
  const { task_id: id, state, done, total, message, error } = task;
  const isOver = state === 'failed' || state === 'cancelled';
  const act = async (name: 'cancelTask' | 'retryTask', said: string): Promise<void> => {
    await call(name, { task_id: id });
    say(said);
    again();
  };
  return (
    <li>
      <span class={`state ${state}`}>{state}</span> <Time at={task.created_at} />
      {total > 0 && (
        <>
          <progress max={total} value={done} aria-label={`Progress of ${label}`} />{' '}
          <span class="quiet">
            {done} of {total} {message && visible(message)}
          </span>
        </>
      )}
      {error && <span class="quiet"> {visible(error.message)}</span>}
      {mayWrite.value && !isOver && (
        <button type="button" onClick={() => void act('cancelTask', 'Cancelled. What was done stays.').catch(tell)}>
          Cancel
        </button>
      )}
      {mayWrite.value && isOver && (
        <button type="button" onClick={() => void act('retryTask', 'Taken up again.').catch(tell)}>
          Resume
        </button>
      )}
    </li>
  );
}
