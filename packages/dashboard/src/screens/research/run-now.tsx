/** Looks for new papers now, and tells of each source how it is. */
import { useState } from 'preact/hooks';
import { call, type Output } from '../../api/client.ts';
import { count, Time, visible } from '../../parts/parts.tsx';
import { mayWrite, tell, workspace } from '../../shell/state.ts';

type Runs = Output<'runDiscovery'>;

interface Props {
  /** One of the two, or all sources. */
  readonly query?: string;
  readonly source?: string;
  readonly label: string;
  readonly done?: () => void;
}

/** Runs go on in the background; this waits for the quick ones. */
const WAIT_SECONDS = 5;

export function RunNow({ query, source, label, done }: Props) {
  const [runs, setRuns] = useState<Runs | undefined>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);
  const run = async (): Promise<void> => {
    setIsWaiting(true);
    try {
      const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
      const which = {
        ...(query === undefined ? {} : { query_name: query }),
        ...(source ? { source_name: source } : {}),
      };
      setRuns(await call('runDiscovery', { ...which, force_run: true, wait_seconds: WAIT_SECONDS, ...here }));
      done?.();
    } finally {
      setIsWaiting(false);
    }
  };
  if (!mayWrite.value) return null;
  return (
    <div aria-busy={isWaiting}>
      <button type="button" disabled={isWaiting} onClick={() => void run().catch(tell)}>
        {isWaiting ? 'Looking…' : label}
      </button>
      {runs && <Outcome of={runs} />}
    </div>
  );
}

function Outcome({ of: { sources, new: fresh } }: { of: Runs }) {
  if (sources.length === 0) return <p role="status">There is no source to look at.</p>;
  return (
    <div role="status">
      <p>{count(fresh)} new.</p>
      <ul class="plain">
        {sources.map((one) => (
          <li key={one.source}>
            {visible(one.source)} <span class={`state ${one.status}`}>{one.status}</span>{' '}
            <span class="quiet">
              {one.run && `${count(one.run.found)} found, ${count(one.run.new)} new. `}
              {one.error && visible(one.error.message)} {one.run?.error && visible(one.run.error.message)}
              {one.how_to_allow && visible(one.how_to_allow)}
              {one.again_at && (
                <>
                  {' '}
                  Not before <Time at={one.again_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
