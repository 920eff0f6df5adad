/** Every screen by its name in the address. */
import type { ComponentType } from 'preact';
import { Activity } from '../screens/activity.tsx';
import { Context } from '../screens/context.tsx';
import { GraphScreen } from '../screens/graph.tsx';
import { Memories } from '../screens/memories.tsx';
import { Overview } from '../screens/overview.tsx';
import { Search } from '../screens/search.tsx';
import { Settings } from '../screens/settings.tsx';
import { Timeline } from '../screens/timeline.tsx';
import type { Capability } from './capabilities.ts';
import { lazily } from './lazily.tsx';

export interface Screen {
  readonly title: string;
  readonly view: ComponentType;
  /** Offered in the list of screens only where this is there. */
  readonly needs?: Capability;
}

const library = () => import('../screens/library.ts');

export const SCREENS: Readonly<Record<string, Screen>> = {
  overview: { title: 'Overview', view: Overview },
  search: { title: 'Search', view: Search },
  memories: { title: 'Memories', view: Memories },
  graph: { title: 'Graph', view: GraphScreen },
  timeline: { title: 'Timeline', view: Timeline },
  documents: {
    title: 'Documents',
    view: lazily(async () => (await library()).Documents),
    needs: 'documents',
  },
  code: { title: 'Code', view: lazily(async () => (await library()).Code), needs: 'code' },
  research: {
    title: 'Research',
    view: lazily(async () => (await library()).Research),
    needs: 'research',
  },
  context: { title: 'Context', view: Context },
  review: { title: 'Review', view: lazily(async () => (await library()).Review) },
  activity: { title: 'Activity', view: Activity },
  settings: { title: 'Settings', view: Settings },
};
