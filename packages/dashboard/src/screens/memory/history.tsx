/**
 * What a memory said before, on one time line: its own earlier versions, and those of what it took the place of, as far back as that
 * goes. To supersede is to say something new, with an id of its own; to whoever reads it is one story.
 */
import type { Output } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Difference } from '../../parts/difference.tsx';
import { Time } from '../../parts/parts.tsx';
import { addressOf } from '../../shell/route.ts';

type Memory = Output<'getMemory'>;

interface Version {
  readonly version: number;
  readonly text: string;
  readonly recorded_at: string;
}

/** Longer chains go on from the last one's own page. */
const MOST_BEFORE = 20;

const allVersions = (memory: Memory): readonly Version[] => (memory.history ?? []) as unknown as readonly Version[];
/** What it said when it was stored. */
const firstText = (memory: Memory): string => allVersions(memory)[0]?.text ?? memory.text;

/** Those after which it said something else: tags and validity have versions too. */
function versionsOf(memory: Memory): readonly (Version & { readonly next: string })[] {
  const texts = [...allVersions(memory).map(({ text }) => text), memory.text];
  return allVersions(memory)
    .map((version, i) => ({ ...version, next: texts[i + 1] ?? memory.text }))
    .filter(({ text, next }) => text !== next);
}

export function History({ memory }: { memory: Memory }) {
  if (versionsOf(memory).length === 0 && memory.supersedes === undefined) return null;
  return (
    <section>
      <h2>History</h2>
      <ol class="history" aria-label="History">
        <Before memory={memory} depth={0} />
        <Versions memory={memory} />
      </ol>
    </section>
  );
}

function Versions({ memory }: { memory: Memory }) {
  return (
    <>
      {versionsOf(memory).map(({ version, recorded_at, text, next }) => (
        <li key={version}>
          <span class="quiet">
            Version {version}, <Time at={recorded_at} />
          </span>
          <Difference before={text} after={next} />
        </li>
      ))}
    </>
  );
}

/** The one that it took the place of, with all before it. */
function Before({ memory, depth }: { memory: Memory; depth: number }) {
  const { supersedes: id, workspace_id } = memory;
  const asked = id === undefined || depth >= MOST_BEFORE ? undefined : { memory_id: id, history: true, workspace_id };
  const before = useCall('getMemory', asked).data;
  if (!before || !asked) return null;
  return (
    <>
      <Before memory={before} depth={depth + 1} />
      <Versions memory={before} />
      <li>
        <span class="quiet">
          <a href={addressOf('memories', before.memory_id)}>What held before</a>, until{' '}
          <Time at={before.valid_to ?? memory.valid_from} />
        </span>
        <Difference before={before.text} after={firstText(memory)} />
      </li>
    </>
  );
}
