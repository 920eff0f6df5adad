/** Where the page begins: in with a code or a token of this tab, else how to get one. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { signInByAddress, signInByToken, token } from './api/session.ts';
import { Shell } from './shell/shell.tsx';

const refused = signal<string | null>(null);

function Page() {
  return token.value === null ? <SignedOut why={refused.value} /> : <Shell />;
}

function SignedOut({ why }: { why: string | null }) {
  return (
    <main class="signed-out">
      <h1>Zapomni</h1>
      {why && (
        <p class="problem" role="alert">
          {why}
        </p>
      )}
      <p>This page shows what is remembered, and so it opens only with a code from this machine:</p>
      <pre>zapomni dashboard</pre>
      <form class="ask" onSubmit={enter}>
        <label class="wide">
          Or with a token that was made for you
          <input type="password" name="token" required autocomplete="off" />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}

function enter(event: Event): void {
  event.preventDefault();
  const given = String(new FormData(event.currentTarget as HTMLFormElement).get('token'));
  void signInByToken(given).then((why) => (refused.value = why));
}

async function begin(): Promise<void> {
  refused.value = await signInByAddress();
  const root = document.getElementById('page');
  if (root) render(<Page />, root);
}

addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) void signInByAddress().then((why) => (refused.value = why));
});
void begin();
