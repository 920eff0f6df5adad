/** Relations with the sentences that say them. */
import type { Output } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Shown, visible } from '../../parts/parts.tsx';
import { addressOf } from '../../shell/route.ts';
import { workspace } from '../../shell/state.ts';
import type { Moment } from './time-machine.tsx';

type Relation = Output<'getRelation'>;

export function Relations({ relations, label }: { relations: readonly Relation[]; label: string }) {
  return (
    <ul class="plain" aria-label={label}>
      {relations.map((relation) => (
        <li key={relation.relation_id}>
          <a href={addressOf('graph', relation.source_id)}>{visible(relation.source)}</a>{' '}
          <span class="relation">{relation.type.replaceAll('_', ' ').toLowerCase()}</span>{' '}
          <a href={addressOf('graph', relation.target_id)}>{visible(relation.target)}</a>{' '}
          <span class="quiet">
            {relation.valid_from.slice(0, 10)} – {relation.valid_to?.slice(0, 10) ?? 'now'}
          </span>
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

export const momentFields = ({ asOf, knownAt }: Moment) => ({
  ...(asOf === '' ? {} : { as_of: asOf }),
  ...(knownAt === '' ? {} : { known_at: knownAt }),
});

/** What a line of the picture stands on. */
export function EdgeView({ id, moment, close }: { id: string; moment: Moment; close: () => void }) {
  const here = workspace.value === undefined ? {} : { workspace: workspace.value };
  const relation = useCall('getRelation', { relation_id: id, ...momentFields(moment), ...here });
  return (
    <section class="memory" aria-label="The relation">
      <Shown of={relation}>{(data) => <Relations relations={[data]} label="The relation" />}</Shown>
      <button type="button" onClick={close}>
        Close
      </button>
    </section>
  );
}

/** How two things hang together. */
export function PathView({ from, to, moment }: { from: string; to: string; moment: Moment }) {
  const here = workspace.value === undefined ? {} : { workspace: workspace.value };
  const path = useCall('getPath', { from, to, ...momentFields(moment), ...here });
  return (
    <section class="memory" aria-label="The way between them">
      <h2>The way between them</h2>
      <Shown of={path}>
        {({ found, steps }) =>
          found ? (
            <>
              <p role="status">
                {steps.length} {steps.length === 1 ? 'step' : 'steps'}
              </p>
              <Relations relations={steps} label="Steps" />
            </>
          ) : (
            <p role="status">Nothing that is known leads from one to the other.</p>
          )
        }
      </Shown>
    </section>
  );
}
