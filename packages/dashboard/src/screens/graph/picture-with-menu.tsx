/** The picture with the menu of one of its things over it. */
import { useRef } from 'preact/hooks';
import type { Output } from '../../api/client.ts';
import { Canvas, type Drawn } from './canvas.tsx';
import { NodeMenu } from './node-menu.tsx';

interface PictureProps {
  readonly picture: Output<'getGraph'>;
  readonly chosen: readonly string[];
  readonly choose: (id: string) => void;
  readonly chooseBoth: (dragged: string, onto: string) => void;
  readonly openEdge: (id: string) => void;
  readonly showPath: (path: readonly [string, string]) => void;
  /** Whose menu is open. */
  readonly menu: string | undefined;
  readonly setMenu: (id: string | undefined) => void;
}

export function PictureWithMenu(props: PictureProps) {
  const { picture, chosen, choose, chooseBoth, openEdge, showPath, menu, setMenu } = props;
  const drawn = useRef<Drawn | undefined>(undefined);
  const { nodes } = picture;
  const asked = nodes.find(({ id }) => id === menu);
  const onDrawn = (now: Drawn): void => {
    drawn.current = now;
  };
  return (
    <Canvas picture={picture} chosen={chosen} onEdge={openEdge} onMenu={setMenu} onDrop={chooseBoth} onDrawn={onDrawn}>
      {asked && (
        <NodeMenu
          key={asked.id}
          node={asked}
          at={drawn.current?.placeOf(asked.id)}
          other={nodes.find(({ id }) => id !== asked.id && chosen.includes(id))}
          isChosen={chosen.includes(asked.id)}
          choose={() => choose(asked.id)}
          showPath={showPath}
          close={() => setMenu(undefined)}
        />
      )}
    </Canvas>
  );
}
