/** Code as text, with the numbers of its lines, and links from symbol to symbol. */
import { addressOf } from '../shell/route.ts';
import { visible } from './parts.tsx';

interface Props {
  readonly text: string;
  readonly first?: number | undefined;
  /** What tells it from others on the screen. */
  readonly label: string;
}

/** Numbers are part of the picture and not of the text: whoever copies has the code alone. */
export function SourceLines({ text, first = 1, label }: Props) {
  const lines = text.split('\n');
  return (
    <pre class="source" tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, i) => (
        <span key={i} class="code-line" data-line={first + i}>
          {`${visible(line)}\n`}
        </span>
      ))}
    </pre>
  );
}

export function SymbolLink({ id, name, kind }: { id: string; name: string; kind?: string | undefined }) {
  return (
    <>
      <a href={addressOf('code', id)}>
        <code>{visible(name)}</code>
      </a>
      {kind && <span class="quiet"> {kind}</span>}
    </>
  );
}
