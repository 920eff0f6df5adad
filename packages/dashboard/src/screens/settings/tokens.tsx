/** Who else may call this server: tokens are made with a scope, shown once, and taken back. */
import { useState } from 'preact/hooks';
import { call, type Output } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Shown, Time, visible } from '../../parts/parts.tsx';
import { say, tell } from '../../shell/state.ts';

const SCOPES = ['read', 'write', 'admin'] as const;

export function Tokens() {
  const tokens = useCall('listTokens', {});
  const [made, setMade] = useState<string | undefined>(undefined);
  const create = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    const days = Number(given.get('days'));
    const { token } = await call('createToken', {
      name: String(given.get('name')).trim(),
      scope: SCOPES.find((scope) => scope === given.get('scope')) ?? 'read',
      ...(days > 0 ? { days } : {}),
    });
    setMade(token);
    form.reset();
    tokens.again();
  };
  const revoke = async (id: string): Promise<void> => {
    const { revoked } = await call('revokeToken', { token: id });
    say(revoked ? 'It opens nothing any more.' : 'It was gone already.');
    tokens.again();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void create(event.currentTarget as HTMLFormElement).catch(tell);
  };
  return (
    <section>
      <h2>Tokens</h2>
      <p class="quiet">
        For programs that call this server over HTTP, and for this page on another machine. Once there is one, every
        program needs one, from the next start of the server on.
      </p>
      <Asking submit={submit} />
      {made && (
        <div role="status">
          <p>This is the only time it is shown:</p>
          <Copyable text={made} label="the token" />
          <button type="button" onClick={() => setMade(undefined)}>
            I have it
          </button>
        </div>
      )}
      <Shown of={tokens}>
        {({ tokens: all }) => <List tokens={all} revoke={(id) => void revoke(id).catch(tell)} />}
      </Shown>
    </section>
  );
}

function Asking({ submit }: { submit: (event: Event) => void }) {
  return (
    <form class="ask" onSubmit={submit}>
      <label>
        Name
        <input name="name" required maxLength={64} />
      </label>
      <label>
        May
        <select name="scope">
          {SCOPES.map((scope) => (
            <option key={scope}>{scope}</option>
          ))}
        </select>
      </label>
      <label>
        For days
        <input name="days" type="number" min={1} max={36500} placeholder="for ever" />
      </label>
      <button type="submit">Make a token</button>
    </form>
  );
}

interface ListProps {
  readonly tokens: Output<'listTokens'>['tokens'];
  readonly revoke: (id: string) => void;
}

function List({ tokens, revoke }: ListProps) {
  if (tokens.length === 0) return <p class="quiet">There is none.</p>;
  return (
    <ul class="plain" aria-label="Tokens">
      {tokens.map(({ id, name, scopes, created, expires, last_used: used }) => (
        <li key={id}>
          {visible(name)}{' '}
          <span class="quiet">
            may {scopes.join(', ')}, since <Time at={created} />
            {expires && ', until '}
            {expires && <Time at={expires} />}
            {used ? ', last used ' : ', never used'}
            {used && <Time at={used} />}
          </span>
          <button type="button" class="danger" onClick={() => revoke(id)}>
            Revoke {visible(name)}
          </button>
        </li>
      ))}
    </ul>
  );
}
