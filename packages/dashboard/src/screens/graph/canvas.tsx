/** The picture itself. What it needs to draw is loaded when it is first looked at. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Output } from '../../api/client.ts';
import type { Drawing } from '../../graph/draw.ts';
import { go } from '../../shell/route.ts';

interface CanvasProps {
  readonly picture: Output<'getGraph'>;
  readonly chosen: readonly string[];
  readonly onEdge: (id: string) => void;
  readonly onMenu: (id: string) => void;
  readonly onDrop: (dragged: string, onto: string) => void;
  readonly onDrawn: (drawn: Drawn) => void;
  /** Lies over the picture. */
  readonly children: ComponentChildren;
}

/** The picture, for whoever wants to know where something is in it. */
export type Drawn = Pick<Drawing, 'placeOf'>;

export function Canvas({ picture, chosen, onDrawn, children, ...handlers }: CanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | undefined>(undefined);
  /** Those of the latest picture, for a drawing that was opened with the first. */
  const latest = useRef(handlers);
  latest.current = handlers;
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isGone = false;
    void (async () => {
      try {
        const { openDrawing } = await import('../../graph/draw.ts');
        if (isGone || !container.current) return;
        drawing.current ??= openDrawing(container.current, {
          onNode: (id) => go('graph', id),
          onEdge: (id) => latest.current.onEdge(id),
          onMenu: (id) => latest.current.onMenu(id),
          onDrop: (dragged, onto) => latest.current.onDrop(dragged, onto),
        });
        onDrawn(drawing.current);
        await drawing.current.show(picture);
      } catch {
        setProblem('This browser cannot draw it; the list has the same.');
      }
    })();
    return () => {
      isGone = true;
    };
  }, [picture]);
  useEffect(() => drawing.current?.mark(new Set(chosen)), [chosen.join('\n'), picture]);
  useEffect(() => () => drawing.current?.close(), []);
  const sentence = `${picture.nodes.length} things and ${picture.edges.length} relations, as in the list below.`;
  return (
    <>
      <div class="over-canvas">
        {problem === '' ? (
          <div class="canvas" ref={container} role="img" aria-label={sentence} />
        ) : (
          <p class="quiet">{problem}</p>
        )}
        {children}
      </div>
      {problem === '' && (
        <button type="button" onClick={() => void drawing.current?.layOut(picture)}>
          Lay out anew
        </button>
      )}
    </>
  );
}
