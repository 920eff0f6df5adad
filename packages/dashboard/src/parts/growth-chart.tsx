/** One line over time, drawn as SVG: the shape at a glance, the figures in a table for whoever cannot see it. */
import { count } from './parts.tsx';

interface Point {
  readonly at: string;
  readonly total: number;
}

const WIDTH = 720;
const HEIGHT = 160;
const EDGE = 4;

export function GrowthChart({ points }: { points: readonly Point[] }) {
  const most = Math.max(1, ...points.map(({ total }) => total));
  const x = (i: number) => EDGE + (i / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (total: number) => HEIGHT - EDGE - (total / most) * (HEIGHT - 2 * EDGE);
  const line = points.map(({ total }, i) => `${x(i).toFixed(1)},${y(total).toFixed(1)}`).join(' ');
  const first = points[0];
  const last = points.at(-1);
  const sentence = `From ${count(first?.total ?? 0)} to ${count(last?.total ?? 0)} memories.`;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sentence} preserveAspectRatio="none">
        <polygon points={`${EDGE},${HEIGHT - EDGE} ${line} ${WIDTH - EDGE},${HEIGHT - EDGE}`} class="area" />
        <polyline points={line} class="line" />
      </svg>
      <figcaption>
        {first && day(first.at)} – {last && day(last.at)}: {sentence}
      </figcaption>
      <details>
        <summary>Figures</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Memories</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, total }) => (
              <tr key={at}>
                <td>{day(at)}</td>
                <td>{count(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const day = (at: string): string => new Date(at).toLocaleDateString();
