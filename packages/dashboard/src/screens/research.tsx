/** The library of papers, what to read next, what is followed and where is looked for it. */
import { NotOffered } from '../parts/capability-note.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { place } from '../shell/route.ts';
import { PaperView } from './paper.tsx';
import { Library } from './research/library.tsx';
import { Queries } from './research/queries.tsx';
import { ReadingQueue } from './research/reading-queue.tsx';
import { Sources } from './research/sources.tsx';

const TABS = { library: 'Library', reading: 'Reading queue', queries: 'Queries', sources: 'Sources and runs' };
const VIEWS = { library: Library, reading: ReadingQueue, queries: Queries, sources: Sources };

export function Research() {
  const { id, query } = place.value;
  if (id !== undefined) return <PaperView id={id} key={id} />;
  const open = query.get('tab') ?? 'library';
  const View = VIEWS[open as keyof typeof VIEWS] ?? Library;
  return (
    <>
      <h1>Research</h1>
      <NotOffered of="research" />
      <Tabs screen="research" label="Parts of research" tabs={TABS} open={open} />
      <View />
    </>
  );
}
