/** What can be done with two things that were chosen: the way between them, or that they are one. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { call, type Output } from '../../api/client.ts';
import { visible } from '../../parts/parts.tsx';
import { mayWrite, say, tell, workspace } from '../../shell/state.ts';

interface PairProps {
  readonly nodes: Output<'getGraph'>['nodes'];
  readonly chosen: readonly string[];
  readonly clear: () => void;
  readonly showPath: (path: readonly [string, string]) => void;
}

export function Pair({ nodes, chosen, clear, showPath }: PairProps) {
  const [one, other] = chosen.map((id) => nodes.find((node) => node.id === id));
  // Whoever has dragged one onto another can say yes or no by the next key.
  const ready = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => ready.current?.focus({ preventScroll: true }), [one?.id, other?.id]);
  if (!one) return <p class="quiet">Choose two things to see the way between them, or to make them one.</p>;
  if (!other) return <p class="quiet">{visible(one.name)} and …? Choose another.</p>;
  return (
    <p class="actions">
      <button type="button" onClick={() => showPath([one.id, other.id])}>
        The way from {visible(one.name)} to {visible(other.name)}
      </button>
      {mayWrite.value && (
        <button type="button" ref={ready} onClick={() => void merge(other.id, one.id).then(clear, tell)}>
          {visible(one.name)} is {visible(other.name)}
        </button>
      )}
      <button type="button" onClick={clear}>
        Choose none
      </button>
    </p>
  );
}

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

/** Nothing is lost: taking it back makes two of them again. */
export async function merge(into: string, from: string): Promise<void> {
  const where = here();
  const { merge_id } = await call('mergeEntities', { into, from, ...where });
  say('They are one now.', () => void call('splitEntities', { merge_id, ...where }).catch(tell));
}

export async function split(mergeId: string, into: string, from: string): Promise<void> {
  const where = here();
  await call('splitEntities', { merge_id: mergeId, ...where });
  say('They are two again.', () => void call('mergeEntities', { into, from, ...where }).catch(tell));
}

/** An id is a type and a folded name; its other spellings stand among those of what it was merged into. */
export function mergedName(from: string, aliases: readonly string[] = []): string {
  const folded = from.slice(from.indexOf(':') + 1);
  return visible(aliases.find((alias) => alias.toLowerCase() === folded) ?? folded);
}
