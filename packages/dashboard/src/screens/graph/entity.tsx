/** One thing: what relates it, with the sentences that say so, and where it is mentioned. */
import { useState } from 'preact/hooks';
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { Fact, Shown, visible } from '../../parts/parts.tsx';
import { addressOf } from '../../shell/route.ts';
import { mayWrite, tell, workspace } from '../../shell/state.ts';
import { merge, mergedName, split } from './pair.tsx';
import { momentFields, Relations } from './relations.tsx';
import type { Moment } from './time-machine.tsx';

export function EntityView({ id, moment }: { id: string; moment: Moment }) {
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const view = useCall('getEntity', { entity: id, limit: 50, ...momentFields(moment), ...here }, changed.graph);
  return (
    <article class="memory">
      <Shown of={view}>
        {({ entity, relations, relations_total, mentions, mentions_total, merges }) =>
          entity === undefined ? (
            <p>Nothing is known of it then.</p>
          ) : (
            <>
              <h2>{visible(entity.name)}</h2>
              <dl class="facts small">
                <Fact label="Type" value={entity.type.toLowerCase()} />
                <Fact label="Mentions" value={mentions_total} />
                {entity.aliases.length > 0 && <Fact label="Also" value={visible(entity.aliases.join(', '))} />}
              </dl>
              <p>
                <a href={addressOf('timeline', undefined, { entity: entity.entity_id })}>Its time line</a>
              </p>
              <h3>Relations ({relations_total})</h3>
              <Relations relations={relations} label="Relations" />
              <h3>Mentioned in</h3>
              <ul class="plain">
                {mentions.map(({ memory_id, text }, i) => (
                  <li key={i}>
                    <a href={addressOf('memories', memory_id)}>{visible(text)}</a>
                  </li>
                ))}
              </ul>
              {mayWrite.value && <Merging id={entity.entity_id} aliases={entity.aliases} merges={merges} />}
            </>
          )
        }
      </Shown>
    </article>
  );
}

interface Merge {
  readonly merge_id: string;
  readonly from: string;
}

interface MergingProps {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly merges: readonly Merge[];
}

function Merging({ id, aliases, merges }: MergingProps) {
  const [other, setOther] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await merge(id, other);
    setOther('');
  };
  return (
    <section>
      <h3>The same thing</h3>
      <form class="ask" onSubmit={(event) => void submit(event).catch(tell)}>
        <label>
          Another name of it
          <input value={other} onInput={(event) => setOther(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={other.trim() === ''}>
          Merge
        </button>
      </form>
      <ul class="plain">
        {merges.map(({ merge_id, from }) => (
          <li key={merge_id}>
            {mergedName(from, aliases)}{' '}
            <button type="button" onClick={() => void split(merge_id, id, from).catch(tell)}>
              Split
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
