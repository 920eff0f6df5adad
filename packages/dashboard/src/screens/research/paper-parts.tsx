/** What surrounds a paper: what it cites, who cites it, and what its reader wrote. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Output } from '../../api/client.ts';
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { count, Shown, visible } from '../../parts/parts.tsx';
import { addressOf } from '../../shell/route.ts';
import { workspace } from '../../shell/state.ts';

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

/** Asked for when it is opened: of a long list nobody waits for the rest. */
function Opened({ title, children }: { title: string; children: () => ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}

export function References({ id }: { id: string }) {
  return <Opened title="What it cites">{() => <ReferenceList id={id} />}</Opened>;
}

function ReferenceList({ id }: { id: string }) {
  const asked = { article_identifier: id, include_inbound: false, max_depth: 1, limit: 500, ...here() };
  const citations = useCall('getCitations', asked, changed.record);
  return (
    <Shown of={citations}>
      {({ references, references_total: total }) => (
        <>
          <p role="status">
            {count(references.length)} of {count(total)}
          </p>
          <ol class="plain">
            {references.map((one, i) => (
              <li key={i}>
                <Reference of={one} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Shown>
  );
}

function Reference({ of }: { of: Readonly<Record<string, unknown>> }) {
  const cited = of['cited'] as { id: string } | undefined;
  const text = visible(String(of['text'] ?? of['title'] ?? ''));
  const mark = of['marker'] === undefined ? `${String(of['n'])}.` : String(of['marker']);
  return (
    <>
      <span class="quiet">{visible(mark)}</span>{' '}
      {cited ? <a href={addressOf('research', cited.id)}>{text || 'A paper'}</a> : text}
    </>
  );
}

export function Sentences({ id }: { id: string }) {
  return <Opened title="In which words it is cited here">{() => <SentenceList id={id} />}</Opened>;
}

function SentenceList({ id }: { id: string }) {
  const sentences = useCall('getCitingSentences', { article_identifier: id, limit: 100, ...here() }, changed.record);
  return (
    <Shown of={sentences}>
      {({ sentences: all, total }) => (
        <>
          <p role="status">
            {count(all.length)} of {count(total)} sentences
          </p>
          <ul class="plain">
            {all.map((one, i) => (
              <Sentence key={i} of={one} />
            ))}
          </ul>
        </>
      )}
    </Shown>
  );
}

function Sentence({ of }: { of: Output<'getCitingSentences'>['sentences'][number] }) {
  const { sentence, citing, page, polarity, document_id: document, start, end } = of;
  return (
    <li>
      <blockquote>{visible(sentence)}</blockquote>
      <a href={addressOf('research', citing.id)}>{visible(citing.citekey ?? citing.title)}</a>{' '}
      {document !== undefined && (
        <a href={addressOf('documents', document, { start: String(start), end: String(end) })}>
          {page === undefined ? 'in its text' : `p. ${visible(page)}`}
        </a>
      )}{' '}
      {polarity && <span class="quiet">{polarity}</span>}
    </li>
  );
}

export function Notes({ id }: { id: string }) {
  const notes = useCall('listNotes', { article_identifier: id, ...here() }, changed.record);
  const all = notes.data?.notes ?? [];
  if (all.length === 0) return null;
  return (
    <section>
      <h2>Notes</h2>
      {all.map(({ path, text }) => (
        <details key={path}>
          <summary class="path">{visible(path)}</summary>
          <p class="text">{visible(text)}</p>
        </details>
      ))}
    </section>
  );
}

export function Annotations({ of }: { of: readonly Readonly<Record<string, unknown>>[] }) {
  if (of.length === 0) return null;
  return (
    <section>
      <h2>Marked in it</h2>
      <ul class="plain">
        {of.map(({ page, kind, text, comment, author }, i) => (
          <li key={i}>
            <span class="quiet">
              p. {String(page)}, {String(kind)}
              {typeof author === 'string' && `, ${visible(author)}`}
            </span>
            {typeof text === 'string' && <blockquote>{visible(text)}</blockquote>}
            {typeof comment === 'string' && <p>{visible(comment)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
