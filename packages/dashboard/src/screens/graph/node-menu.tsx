/** What can be done with one thing of the picture: by the other button of the mouse on it, or from the list. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Output } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import type { Point } from '../../graph/places.ts';
import { visible } from '../../parts/parts.tsx';
import { go } from '../../shell/route.ts';
import { mayWrite, tell, workspace } from '../../shell/state.ts';
import { merge, mergedName, split } from './pair.tsx';

type Node = Output<'getGraph'>['nodes'][number];

interface MenuProps {
  readonly node: Node;
  /** Where it is drawn. */
  readonly at: Point | undefined;
  /** Another that was chosen. */
  readonly other: Node | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly showPath: (path: readonly [string, string]) => void;
  readonly close: () => void;
}

interface Item {
  readonly label: string;
  readonly act: () => void;
}

export function NodeMenu(props: MenuProps) {
  const { node, at, close } = props;
  const items = useItems(props);
  const list = useRef<HTMLDivElement>(null);
  // Before the next key can come.
  useLayoutEffect(() => {
    const before = document.activeElement;
    list.current?.querySelector('button')?.focus();
    const onPress = (event: Event): void => {
      if (!list.current?.contains(event.target as Element)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (step !== undefined) buttons.at((now + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
  };
  const style = at ? { left: `min(${Math.round(at.x)}px, 100% - 13rem)`, top: `${Math.round(at.y)}px` } : {};
  return (
    <div class="menu" role="menu" ref={list} style={style} aria-label={visible(node.name)} onKeyDown={onKey}>
      {items.map(({ label, act }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close();
            act();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function useItems({ node, other, isChosen, choose, showPath }: MenuProps): readonly Item[] {
  const { id } = node;
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const { entity, merges = [] } = useCall('getEntity', { entity: id, limit: 1, ...here }).data ?? {};
  const toOther: readonly Item[] = other
    ? [{ label: `The way to ${visible(other.name)}`, act: () => showPath([other.id, id]) }]
    : [];
  const changing: readonly Item[] = [
    ...(other ? [{ label: `It is ${visible(other.name)}`, act: () => void merge(other.id, id).catch(tell) }] : []),
    ...merges.map(({ merge_id, from }) => ({
      label: `${mergedName(from, entity?.aliases)} is something else`,
      act: () => void split(merge_id, id, from).catch(tell),
    })),
  ];
  return [
    { label: 'What is round it', act: () => go('graph', id) },
    { label: 'Its time line', act: () => go('timeline', undefined, { entity: id }) },
    { label: isChosen ? 'Do not choose it' : 'Choose it', act: choose },
    ...toOther,
    ...(mayWrite.value ? changing : []),
  ];
}
