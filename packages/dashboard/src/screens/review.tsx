/** What is remembered twice, against itself, out of date, or should not be: side by side, to be settled one by one. */
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { Difference } from '../parts/difference.tsx';
import { usePages } from '../parts/paged.tsx';
import { soon } from '../parts/soon.ts';
import { Tabs } from '../parts/tabs.tsx';
import { place } from '../shell/route.ts';
import { mayWrite } from '../shell/state.ts';
import {
  forget,
  here,
  KeepButton,
  List,
  Side,
  TABS,
  useHidden,
  type Hidden,
  type Kind,
  type Memory,
} from './review/settling.tsx';
import { Secrets, Stale } from './review/single.tsx';

export function Review() {
  const given = place.value.query.get('tab') ?? 'duplicates';
  const open = (Object.hasOwn(TABS, given) ? given : 'duplicates') as Kind;
  return (
    <>
      <h1>Review</h1>
      <Tabs screen="review" label="What to look through" tabs={TABS} open={open} />
      {open === 'duplicates' && <Pairs kind="duplicates" name="listDuplicates" key="duplicates" />}
      {open === 'contradictions' && <Pairs kind="contradictions" name="listContradictions" key="contradictions" />}
      {open === 'stale' && <Stale />}
      {open === 'secrets' && <Secrets />}
    </>
  );
}

type Pair = Output<'listDuplicates'>['pairs'][number];
const pairKey = ({ older, newer }: Pair): string => `${older.memory_id}/${newer.memory_id}`;

function Pairs({
  kind,
  name,
}: {
  kind: 'duplicates' | 'contradictions';
  name: 'listDuplicates' | 'listContradictions';
}) {
  const read = ({ pairs, next_cursor: next }: Output<'listDuplicates'>) => ({ rows: pairs, next });
  const pairs = usePages(name, { limit: 20, ...here() }, read, changed.memory);
  const hidden = useHidden(pairs.again);
  return (
    <List kind={kind} of={pairs} keyOf={pairKey} hidden={hidden}>
      {(pair) => <PairView kind={kind} pair={pair} hidden={hidden} />}
    </List>
  );
}

function PairView({ kind, pair, hidden }: { kind: Kind; pair: Pair; hidden: Hidden }) {
  const { older, newer } = pair;
  return (
    <>
      <div class="pair">
        <Side label="Older" memory={older} />
        <Side label="Newer" memory={newer} />
      </div>
      <details>
        <summary>What differs</summary>
        <Difference before={older.text} after={newer.text} />
      </details>
      {mayWrite.value && <PairActions kind={kind} pair={pair} hidden={hidden} />}
    </>
  );
}

/** What a document says is changed in its file: such a memory is only forgotten or left. */
const isOfDocument = ({ kind }: Memory): boolean => kind === 'document' || kind === 'paper';

function PairActions({ kind, pair, hidden }: { kind: Kind; pair: Pair; hidden: Hidden }) {
  const { older, newer } = pair;
  const key = pairKey(pair);
  const [keep, drop] = [newer.memory_id, older.memory_id];
  const later = (text: string, act: () => Promise<unknown>): void => {
    hidden.hide(key);
    soon({ text, act, back: () => hidden.show(key) });
  };
  const isFree = !isOfDocument(older) && !isOfDocument(newer);
  return (
    <p class="actions">
      {isFree && (
        <button
          type="button"
          onClick={() => later('They will be one.', () => call('mergeMemories', { keep, drop, ...here() }))}
        >
          Merge, as the newer says it
        </button>
      )}
      {isFree && newer.key === undefined && (
        <button
          type="button"
          onClick={() =>
            later('The newer will take its place.', () =>
              call('supersedeMemory', { older: drop, newer: keep, ...here() }),
            )
          }
        >
          The newer took its place
        </button>
      )}
      <KeepButton kind={kind} ids={[drop, keep]} itemKey={key} hidden={hidden} label="Keep both" />
      {[older, newer].map((one) => (
        <button
          key={one.memory_id}
          type="button"
          class="danger"
          onClick={() => later('It will be forgotten.', () => forget(one.memory_id))}
        >
          Forget the {one === older ? 'older' : 'newer'}
        </button>
      ))}
    </p>
  );
}
