/** The frame of the page: where one can go, which workspace is looked at, whether it is live, what is being said. */
import { useEffect } from 'preact/hooks';
import { call } from '../api/client.ts';
import { changed, connection, followChanges } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { visible } from '../parts/parts.tsx';
import { isThere, useCapabilities } from './capabilities.ts';
import { CommandPalette } from './command-palette.tsx';
import { addressOf, place } from './route.ts';
import { SCREENS, type Screen } from './screens.ts';
import { me, notice, workspace } from './state.ts';

const CONNECTIONS = {
  connecting: 'Connecting…',
  live: 'Live',
  away: 'Not connected: trying again',
  resting: 'Resting',
} as const;

export function Shell() {
  useEffect(follow, []);
  useCapabilities();
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
          {Object.entries(SCREENS).map(
            ([name, { title: label, needs }]) =>
              (name === screen || isThere(needs)) && (
                <a key={name} href={addressOf(name)} aria-current={name === screen ? 'page' : undefined}>
                  {label}
                </a>
              ),
          )}
        </nav>
        <WorkspaceChoice />
        <span class={`connection ${connection.value}`} role="status">
          {CONNECTIONS[connection.value]}
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      <Said />
      <CommandPalette />
    </>
  );
}

/** For as long as the page is shown. */
function follow(): () => void {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  addEventListener('pagehide', end);
  followChanges(stop.signal);
  // Who may not ask has been signed out by then.
  void learnWho().catch(() => undefined);
  return () => {
    end();
    removeEventListener('pagehide', end);
  };
}

async function learnWho(): Promise<void> {
  me.value = await call('whoAmI', {});
}

function Said() {
  if (!notice.value) return null;
  const { text, undo } = notice.value;
  const takeBack = (): void => {
    undo?.();
    notice.value = undefined;
  };
  return (
    <div class="notice" role="status">
      {text}{' '}
      {undo && (
        <button type="button" onClick={takeBack}>
          Undo
        </button>
      )}
    </div>
  );
}

function WorkspaceChoice() {
  const workspaces = useCall('listWorkspaces', {}, changed.workspace);
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
