/** Where is looked for new papers: how each source is, when it is looked at next, and what its last runs brought. */
import { useState } from 'preact/hooks';
import type { Output } from '../../api/client.ts';
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { Nothing } from '../../parts/capability-note.tsx';
import { Jobs } from '../../parts/jobs.tsx';
import { count, Shown, Time, visible } from '../../parts/parts.tsx';
import { workspace } from '../../shell/state.ts';
import { RunNow } from './run-now.tsx';

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function Sources() {
  const sources = useCall('listSources', here(), changed.record);
  return (
    <>
      <Jobs kind="discovery" label="Runs" />
      <Shown of={sources}>
        {({ sources: all }) =>
          all.length === 0 ? (
            <Nothing
              what="Nothing is looked at yet. A source is made with:"
              command={'zapomni research source add rotors --kind arxiv --keyword "wind turbine noise"'}
            />
          ) : (
            <>
              <RunNow label="Look at all of them now" done={sources.again} />
              <ul class="cards" aria-label="Sources">
                {all.map((source) => (
                  <Source key={source.id} of={source} done={sources.again} />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </>
  );
}

function Source({ of, done }: { of: Output<'listSources'>['sources'][number]; done: () => void }) {
  const { name, kind, state, keywords, url, next_run: next, last_run: last, failures, reason } = of;
  return (
    <li>
      <p>
        <strong>{visible(name)}</strong> <span class="quiet">{kind}</span>{' '}
        <span class={`state ${state}`}>{state.replace('_', ' ')}</span>
      </p>
      <p class="quiet">
        {visible(keywords.join(', '))} {url && visible(url)}
      </p>
      <p class="quiet">
        {last ? (
          <>
            Last looked <Time at={last.ended_at} />: {last.status}.
          </>
        ) : (
          'Never looked at.'
        )}{' '}
        {next && (
          <>
            Next <Time at={next} />.
          </>
        )}{' '}
        {failures !== undefined && `${failures} failures in a row. `}
        {reason && visible(reason)}
      </p>
      <RunNow source={name} label="Look now" done={done} />
      <Runs name={name} />
    </li>
  );
}

function Runs({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const source = useCall('getSource', isOpen ? { source_name: name, ...here() } : undefined, changed.record);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Runs</summary>
      {isOpen && (
        <Shown of={source}>
          {({ runs }) =>
            runs.length === 0 ? (
              <p class="quiet">None yet.</p>
            ) : (
              <ul class="plain">
                {runs.map((run) => (
                  <li key={run.run_id}>
                    <Time at={run.started_at} /> <span class={`state ${run.status}`}>{run.status}</span>{' '}
                    <span class="quiet">
                      {count(run.found)} found, {count(run.new)} new, {count(run.known)} known, {count(run.rejected)}{' '}
                      rejected, {count(run.requests)} requests. {run.error && visible(run.error.message)}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      )}
    </details>
  );
}
