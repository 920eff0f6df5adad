/** The frame of the page: where one can go, which workspace is looked at, whether it is live, what is being said. */
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../api/client.ts';
import { changed, connection, followChanges } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { visible } from '../parts/parts.tsx';
import { Activity } from '../screens/activity.tsx';
import { Context } from '../screens/context.tsx';
import { GraphScreen } from '../screens/graph.tsx';
import { Memories } from '../screens/memories.tsx';
import { Overview } from '../screens/overview.tsx';
import { Search } from '../screens/search.tsx';
import { Settings } from '../screens/settings.tsx';
import { Timeline } from '../screens/timeline.tsx';
import { CommandPalette } from './command-palette.tsx';
import { addressOf, place } from './route.ts';
import { me, notice, workspace } from './state.ts';

interface Screen {
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

const CONNECTIONS = { connecting: 'Connecting…', live: 'Live', away: 'Not connected: trying again' } as const;

export function Shell() {
  useEffect(() => {
    const stop = new AbortController();
    const end = (): void => stop.abort();
    addEventListener('pagehide', end);
    followChanges(stop.signal);
    void call('whoAmI', {}).then((who) => {
      me.value = who;
    });
    return () => {
      end();
      removeEventListener('pagehide', end);
    };
  }, []);
  const { screen } = place.value;
  const { title, view: View } = SCREENS[screen] ?? (SCREENS['overview'] as Screen);
  useEffect(() => {
    document.title = `${title} · Zapomni`;
  }, [title]);
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <header>
        <strong>Zapomni</strong>
        <nav aria-label="Screens">
          {Object.entries(SCREENS).map(([name, { title: label }]) => (
            <a key={name} href={addressOf(name)} aria-current={name === screen ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <WorkspaceChoice />
        <span class={`connection ${connection.value}`} role="status">
          {CONNECTIONS[connection.value]}
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      {notice.value && (
        <div class="notice" role="status">
          {notice.value.text}{' '}
          {notice.value.undo && (
            <button
              type="button"
              onClick={() => {
                notice.value?.undo?.();
                notice.value = undefined;
              }}
            >
              Undo
            </button>
          )}
        </div>
      )}
      <CommandPalette />
    </>
  );
}

function WorkspaceChoice() {
  const workspaces = useCall('listWorkspaces', {}, changed.memory);
  const choose = (chosen: string): void => {
    workspace.value = chosen === '' ? undefined : chosen;
  };
  return (
    <label class="workspace">
      Workspace
      <select value={workspace.value ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{visible(me.value?.workspace ?? 'default')}</option>
        {workspaces.data?.workspaces
          .filter(({ workspace_id: id }) => id !== me.value?.workspace)
          .map(({ workspace_id: id }) => (
            <option key={id} value={id}>
              {visible(id)}
            </option>
          ))}
      </select>
    </label>
  );
}
