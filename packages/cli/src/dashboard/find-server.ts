/** Whether a server of ours answers at an address of this machine: asked over the guarded way out, which may go there alone. */
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { systemClock } from '@zapomni/providers';
import { createWeb } from '@zapomni/providers/web';
import type { Logger } from '@zapomni/core/ports';

export async function answersAt(origin: string, logger: Logger): Promise<boolean> {
  const { host } = new URL(origin);
  const web = createWeb({ hosts: [], privateHosts: [host], userAgent: SERVER_INFO.name, clock: systemClock, logger });
  try {
    const { body } = await web.fetch({ url: `${origin}/health`, as: 'text', cache: 'off' });
    return (JSON.parse(body) as { readonly name?: unknown }).name === SERVER_INFO.name;
  } catch {
    return false;
  } finally {
    await web.close();
  }
}
