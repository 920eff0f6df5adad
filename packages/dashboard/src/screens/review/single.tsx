/** Single memories to be settled: out of date, or with a secret. */
import type { Output } from '../../api/client.ts';
import { changed } from '../../api/live.ts';
import { usePages } from '../../parts/paged.tsx';
import { Time, visible } from '../../parts/parts.tsx';
import { soon } from '../../parts/soon.ts';
import { addressOf } from '../../shell/route.ts';
import { mayWrite } from '../../shell/state.ts';
import { forget, here, KeepButton, List, Side, useHidden, type Hidden, type Kind } from './settling.tsx';

export function Stale() {
  const read = ({ memories, next_cursor: next }: Output<'listStale'>) => ({ rows: memories, next });
  const stale = usePages('listStale', { limit: 20, ...here() }, read, changed.memory);
  const hidden = useHidden(stale.again);
  return (
    <List kind="stale" of={stale} keyOf={({ memory_id: id }) => id} hidden={hidden}>
      {(memory) => (
        <>
          <Side label="Memory" memory={memory} />
          <ul class="plain">
            {(memory.code ?? []).map((one, i) => (
              <li key={i}>
                <code>{visible(one.name)}</code>{' '}
                <span class="path">
                  {visible(one.path)}
                  {one.line !== undefined && `:${one.line}`}
                </span>{' '}
                <span class={`state ${one.stale ?? ''}`}>{one.stale}</span>{' '}
                <span class="quiet">{visible(one.repository)}</span>
              </li>
            ))}
          </ul>
          <SingleActions kind="stale" id={memory.memory_id} hidden={hidden} label="It still holds" />
        </>
      )}
    </List>
  );
}

export function Secrets() {
  const read = ({ memories, next_cursor: next }: Output<'listSecrets'>) => ({ rows: memories, next });
  const secrets = usePages('listSecrets', { limit: 20, ...here() }, read, changed.memory);
  const hidden = useHidden(secrets.again);
  return (
    <List kind="secrets" of={secrets} keyOf={({ memory_id: id }) => id} hidden={hidden}>
      {(memory) => (
        <>
          <section class="memory" aria-label="Memory">
            <p class="quiet">
              <Time at={memory.timestamp} /> {memory.source && `· ${visible(memory.source)}`}
            </p>
            <p class="text">
              {visible(memory.before)}
              <mark>[{memory.kinds[0]}]</mark>
              {visible(memory.after)}
            </p>
          </section>
          <SingleActions kind="secrets" id={memory.memory_id} hidden={hidden} label="It is none" />
        </>
      )}
    </List>
  );
}

interface SingleProps {
  readonly kind: Kind;
  readonly id: string;
  readonly hidden: Hidden;
  readonly label: string;
}

function SingleActions({ kind, id, hidden, label }: SingleProps) {
  const later = (): void => {
    hidden.hide(id);
    soon({ text: 'It will be forgotten.', act: () => forget(id), back: () => hidden.show(id) });
  };
  return (
    <p class="actions">
      <a href={addressOf('memories', id)}>{mayWrite.value ? 'Correct it' : 'Look at it'}</a>
      {mayWrite.value && <KeepButton kind={kind} ids={[id]} itemKey={id} hidden={hidden} label={label} />}
      {mayWrite.value && (
        <button type="button" class="danger" onClick={later}>
          Forget
        </button>
      )}
    </p>
  );
}
