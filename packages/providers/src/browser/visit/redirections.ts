/**
 * Holds each step of a redirection of a page or a frame until it is judged. The library asks about the address that was meant and about none that a site
 * leads on to; the browser itself asks about each, before anything is sent there.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { ProxyPass } from '../../net/proxy/proxy-pass.ts';

/** Fails where the address must not be asked for. `isPage`: not of a frame. */
export type JudgeStep = (url: URL, isPage: boolean) => Promise<void>;

interface Held {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly frameId: string;
  /** Of the step before; none where nothing has led here. */
  readonly redirectedRequestId?: string;
}

const DOCUMENTS = { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' } as const;

/** Whoever holds requests is also asked who they are of: our proxy wants the pass, and a site gets no answer. */
type Pass = Pick<ProxyPass, 'username' | 'password'>;

export async function holdRedirections(
  context: BrowserContext,
  page: Page,
  { pass, judge }: { readonly pass: Pass; readonly judge: JudgeStep },
): Promise<void> {
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const isPage = ({ frameId }: Held): boolean => frameId === frameTree.frame.id;
  session.on('Fetch.requestPaused', (held: Held) => {
    const judged =
      held.redirectedRequestId === undefined ? Promise.resolve() : judge(new URL(held.request.url), isPage(held));
    void judged.then(
      () => release(session, 'Fetch.continueRequest', { requestId: held.requestId }),
      // As if the user had stopped it: the page that is there stays.
      () => release(session, 'Fetch.failRequest', { requestId: held.requestId, errorReason: 'Aborted' }),
    );
  });
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isProxy = authChallenge.source === 'Proxy';
    const authChallengeResponse = isProxy
      ? { response: 'ProvideCredentials' as const, username: pass.username, password: pass.password }
      : { response: 'CancelAuth' as const };
    void release(session, 'Fetch.continueWithAuth', { requestId, authChallengeResponse });
  });
  await session.send('Fetch.enable', { patterns: [DOCUMENTS], handleAuthRequests: true });
}

/** The page may be gone meanwhile, and its requests with it. */
async function release(session: CDPSession, ...order: Parameters<CDPSession['send']>): Promise<void> {
  await session.send(...order).catch(() => undefined);
}
