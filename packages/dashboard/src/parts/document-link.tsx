/** From a passage that was found to its place in the document, on its page. */
import { addressOf } from '../shell/route.ts';
import { visible } from './parts.tsx';

interface Hit {
  readonly text: string;
  /** As the search tells it: id, name, citation, page. */
  readonly document?: Readonly<Record<string, string>> | undefined;
  readonly passage?: Readonly<Record<string, number>> | undefined;
}

/** Of a document that is one passage nobody says where in it the words stand: they are looked for. */
const MOST_QUOTE = 300;

export function DocumentLink({ hit: { document, passage, text } }: { hit: Hit }) {
  const id = document?.['id'];
  if (id === undefined) return null;
  const place: Record<string, string> = passage
    ? { start: String(passage['start']), end: String(passage['end']) }
    : { quote: text.trim().slice(0, MOST_QUOTE) };
  return (
    <p class="quiet">
      <a href={addressOf('documents', id, place)}>{visible(document?.['citation'] ?? 'In the document')}</a>
    </p>
  );
}
