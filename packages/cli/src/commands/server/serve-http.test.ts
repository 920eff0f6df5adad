/** The server over HTTP as a service starts it: where it listens, without stdin, and who needs a token. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '@zapomni/testkit/free-port';
import { verifies } from '@zapomni/testkit/verifies';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { StdioPeer } from '../../testing/stdio-peer.ts';

afterAll(removeTemporaryFolders);

async function listening(args: readonly string[], env: Record<string, string> = {}) {
  const peer = new StdioPeer(['serve', ...args], { env: { ZAPOMNI_DATA_DIR: temporaryFolder(), ...env } });
  const { host, port } = await peer.logged('http_listening');
  return { peer, host, port, origin: `http://127.0.0.1:${String(port)}` };
}

async function end(peer: StdioPeer): Promise<void> {
  peer.child.kill('SIGTERM');
  expect(await peer.exit()).toBe(0);
}

describe('over HTTP', () => {
  it('listens on the host and the one port that the command line names', async () => {
    verifies('R253');
    const wanted = await freePort();
    const { peer, host, port, origin } = await listening(['--host', '127.0.0.1', '--http-port', String(wanted)]);
    expect({ host, port }).toEqual({ host: '127.0.0.1', port: wanted });
    // On a busy machine the store may take longer to open than one look waits.
    await vi.waitFor(async () => expect((await fetch(`${origin}/health`)).status).toBe(200), { timeout: 50_000 });
    await end(peer);
  });

  it('leaves stdin and stdout alone when the environment says so, as in a container', async () => {
    verifies('R279');
    const { peer, origin } = await listening([], { ZAPOMNI_STDIO: 'false', ZAPOMNI_HTTP_PORT: '0' });
    peer.send({ id: 1, method: 'ping' });
    peer.child.stdin.end();
    const { transports } = (await (await fetch(`${origin}/health`)).json()) as { transports: string[] };
    expect(transports).not.toContain('stdio');
    await end(peer);
    expect(peer.stdout).toEqual([]);
  });

  it('wants a token once there is one, and stdin never does', async () => {
    verifies('R179');
    const env = { ZAPOMNI_DATA_DIR: temporaryFolder() };
    expect(await runZapomni(['token', 'create', 'laptop'], { env })).toMatchObject({ status: 0 });
    const { peer, origin } = await listening(['--http-port', '0'], env);
    expect((await fetch(`${origin}/mcp`, { method: 'POST' })).status).toBe(401);
    expect(await peer.call('get_stats')).toMatchObject({ total_memories: 0 });
    await end(peer);
  });
});
