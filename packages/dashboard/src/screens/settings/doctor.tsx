/** Whether all that is needed works, in words, with what to do. */
import { useState } from 'preact/hooks';
import { call, type Output } from '../../api/client.ts';
import { visible } from '../../parts/parts.tsx';
import { tell } from '../../shell/state.ts';

const MARKS = { ok: '✓ works', warning: '! take note', broken: '✗ broken' } as const;

export function Doctor() {
  const [report, setReport] = useState<Output<'examine'> | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const examine = async (): Promise<void> => {
    setBusy(true);
    try {
      setReport(await call('examine', {}));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-busy={isBusy}>
      <h2>Doctor</h2>
      <p class="actions">
        <button type="button" disabled={isBusy} onClick={() => void examine().catch(tell)}>
          {isBusy ? 'Looking…' : 'Look at everything'}
        </button>
      </p>
      {report && (
        <>
          <p role="status">
            {report.ok ? 'All that is needed works.' : 'Something needs your hand: see what is broken.'}
          </p>
          <ul class="plain" aria-label="Findings">
            {report.findings.map(({ name, status, detail, advice }, i) => (
              <li key={i}>
                <span class={`mark ${status}`}>{MARKS[status]}</span> <strong>{name}</strong>: {visible(detail)}
                {advice && <div class="quiet">{visible(advice)}</div>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
