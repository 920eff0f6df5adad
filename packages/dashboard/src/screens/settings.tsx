/** What holds and where it came from, and what a person looks after: tokens, backups, clients, models, and whether all is well. */
import { call } from '../api/client.ts';
import { signOut } from '../api/session.ts';
import { useCall } from '../api/use-call.ts';
import { Shown, Time } from '../parts/parts.tsx';
import { me, say, tell } from '../shell/state.ts';
import { Backups } from './settings/backups.tsx';
import { Clients } from './settings/clients.tsx';
import { Doctor } from './settings/doctor.tsx';
import { Models } from './settings/models.tsx';
import { Tokens } from './settings/tokens.tsx';

export function Settings() {
  const isAdmin = me.value?.scopes.includes('admin') ?? false;
  return (
    <>
      <h1>Settings</h1>
      <div class="columns">
        <Clients />
        <Models />
        <Backups isAdmin={isAdmin} />
        {isAdmin && <Doctor />}
        {isAdmin && <Tokens />}
        <Sessions />
      </div>
      <Values />
    </>
  );
}

function Sessions() {
  const sessions = useCall('listPageSessions', {});
  const own = me.value?.subject.replace(/^page:/, '');
  const end = async (id: string): Promise<void> => {
    await call('endPageSession', { id });
    if (id === own) signOut();
    else say('That page is signed out.');
    sessions.again();
  };
  return (
    <section>
      <h2>Who has this page open</h2>
      <Shown of={sessions}>
        {({ sessions: all }) => (
          <ul class="plain">
            {all.map(({ id, scopes, opened, expires }) => (
              <li key={id}>
                {id === own ? 'This tab' : 'Another one'}, may {scopes.join(', ')}, since <Time at={opened} />, until{' '}
                <Time at={expires} />{' '}
                <button type="button" onClick={() => void end(id).catch(tell)}>
                  Sign out
                </button>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

function Values() {
  const settings = useCall('listSettings', {});
  return (
    <section>
      <h2>What holds</h2>
      <Shown of={settings}>
        {({ settings: all }) => (
          <table>
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Value</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ name, value, source }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <code>{value}</code>
                  </td>
                  <td>{source}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Shown>
    </section>
  );
}
