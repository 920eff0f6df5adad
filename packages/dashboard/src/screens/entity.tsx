/** One thing: what relates it, with the sentences that say so, and where it is mentioned. */
import { useState } from 'preact/hooks';
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Fact, Shown, visible } from '../parts/parts.tsx';
import { addressOf, go } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';

export function EntityView({ id, asOf }: { id: string; asOf: string }) {
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const asked = { entity: id, limit: 50, ...(asOf === '' ? {} : { as_of: asOf }), ...here };
  const view = useCall('getEntity', asked, changed.graph);
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
              <h3>Relations ({relations_total})</h3>
              <Relations relations={relations} />
              <h3>Mentioned in</h3>
              <ul class="plain">
                {mentions.map(({ memory_id, text }, i) => (
                  <li key={i}>
                    <a href={addressOf('memories', memory_id)}>{visible(text)}</a>
                  </li>
                ))}
              </ul>
              {mayWrite.value && <Merging id={entity.entity_id} merges={merges} />}
            </>
          )
        }
      </Shown>
    </article>
  );
}

function Relations({ relations }: { relations: Output<'getEntity'>['relations'] }) {
  return (
    <ul class="plain">
      {relations.map((relation) => (
        <li key={relation.relation_id}>
          <a href={addressOf('graph', relation.source_id)}>{visible(relation.source)}</a>{' '}
          <span class="relation">{relation.type.replaceAll('_', ' ').toLowerCase()}</span>{' '}
          <a href={addressOf('graph', relation.target_id)}>{visible(relation.target)}</a>
          {relation.evidence.map(({ text, memory_id }, i) => (
            <blockquote key={i}>
              {visible(text)} {memory_id && <a href={addressOf('memories', memory_id)}>memory</a>}
            </blockquote>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface Merge {
  readonly merge_id: string;
  readonly from: string;
}

function Merging({ id, merges }: { id: string; merges: readonly Merge[] }) {
  const [other, setOther] = useState('');
  const merge = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { merge_id } = await call('mergeEntities', { into: id, from: other });
    setOther('');
    say('They are one now.', () => void call('splitEntities', { merge_id }).catch(tell));
  };
  return (
    <section>
      <h3>The same thing</h3>
      <form class="ask" onSubmit={(event) => void merge(event).catch(tell)}>
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
            {visible(from)}{' '}
            <button
              type="button"
              onClick={() => void call('splitEntities', { merge_id }).then(() => go('graph', from), tell)}
            >
              Split
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
