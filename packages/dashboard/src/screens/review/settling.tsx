/** What all that is to be settled has in common: a list of it, and what is done with one. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, type Output } from '../../api/client.ts';
import { Pages, type Paged } from '../../parts/paged.tsx';
import { count, Tags, Time, visible } from '../../parts/parts.tsx';
import { addressOf } from '../../shell/route.ts';
import { say, tell, workspace } from '../../shell/state.ts';

export const TABS = {
  duplicates: 'Duplicates',
  contradictions: 'Contradictions',
  stale: 'Out of date',
  secrets: 'Secrets',
};
export type Kind = keyof typeof TABS;

export const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

const ABOUT: Readonly<Record<Kind, string>> = {
  duplicates: 'Memories that say almost the same. They are found when what was stored is read in the background.',
  contradictions: 'Memories that share most of their words, and differ in a figure or a “not”. They may both be right.',
  stale: 'Memories that name code which says something else by now, or is gone.',
  secrets: 'Memories that hold a key or a token by its form. What stands round it is shown, and not the secret.',
};

/** What is being settled is out of the way at once, and comes back when it is taken back: what was read meanwhile had it no more. */
export function useHidden(again: () => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  return {
    isHidden: (key: string) => hidden.has(key),
    hide: (key: string) => setHidden((before) => new Set(before).add(key)),
    show: (key: string) => {
      setHidden((before) => before.difference(new Set([key])));
      again();
    },
  };
}
export type Hidden = ReturnType<typeof useHidden>;

interface ListProps<Row> {
  readonly kind: Kind;
  readonly of: Paged<Row>;
  readonly keyOf: (row: Row) => string;
  readonly hidden: Hidden;
  readonly children: (row: Row) => ComponentChildren;
}

export function List<Row>({ kind, of, keyOf, hidden, children }: ListProps<Row>) {
  const none = <p role="status">Nothing to settle here.</p>;
  return (
    <>
      <p class="quiet">{ABOUT[kind]}</p>
      <Pages of={of} none={none}>
        {(rows) => {
          const open = rows.filter((row) => !hidden.isHidden(keyOf(row)));
          if (open.length === 0) {
            return of.next === undefined ? none : <p role="status">None so far; there is more to look at.</p>;
          }
          return (
            <>
              <p role="status">
                {count(open.length)} to settle{of.next === undefined ? '' : ', so far'}.
              </p>
              <ul class="cards" aria-label={TABS[kind]}>
                {open.map((row) => (
                  <li key={keyOf(row)}>{children(row)}</li>
                ))}
              </ul>
            </>
          );
        }}
      </Pages>
    </>
  );
}

export type Memory = Output<'listDuplicates'>['pairs'][number]['older'];

export function Side({ label, memory }: { label: string; memory: Memory }) {
  return (
    <section class="memory" aria-label={label}>
      <p class="quiet">
        {label}, <Time at={memory.timestamp} /> {memory.source && `· ${visible(memory.source)}`}
      </p>
      <p class="text">{visible(memory.text)}</p>
      <p>
        <Tags tags={memory.tags} /> <a href={addressOf('memories', memory.memory_id)}>Look at it</a>
      </p>
    </section>
  );
}

export function forget(id: string): Promise<unknown> {
  return call('deleteMemory', { memory_id: id, confirm: true, ...here() });
}

interface KeepProps {
  readonly kind: Kind;
  readonly ids: string[];
  readonly itemKey: string;
  readonly hidden: Hidden;
  readonly label: string;
}

/** Kept at once, and can be taken back as long as one likes by changing what it says. */
export function KeepButton({ kind, ids, itemKey, hidden, label }: KeepProps) {
  const asked = { kind, memory_ids: ids, ...here() };
  const keep = async (): Promise<void> => {
    await call('settleReview', asked);
    hidden.hide(itemKey);
    say('Left as it is.', () => {
      call('unsettleReview', asked).then(() => hidden.show(itemKey), tell);
    });
  };
  return (
    <button type="button" onClick={() => void keep().catch(tell)}>
      {label}
    </button>
  );
}
