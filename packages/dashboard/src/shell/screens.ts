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

export interface Screen {
  readonly title: string;
  readonly view: ComponentType;
}

export const SCREENS: Readonly<Record<string, Screen>> = {
  overview: { title: 'Overview', view: Overview },
  search: { title: 'Search', view: Search },
  memories: { title: 'Memories', view: Memories },
  graph: { title: 'Graph', view: GraphScreen },
  timeline: { title: 'Timeline', view: Timeline },
  context: { title: 'Context', view: Context },
  activity: { title: 'Activity', view: Activity },
  settings: { title: 'Settings', view: Settings },
};
