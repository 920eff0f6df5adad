/** Another process on the same store: does over IPC what its parent asks. Argument: the engine's options as JSON. */
import { openSqliteStorage } from '../driver.ts';
import type { EngineOptions } from '../connection/protocol.ts';
import { silent } from './fixture.ts';
import type { PartnerRequest } from './start-partner.ts';

const storage = openSqliteStorage({ ...(JSON.parse(process.argv[2] ?? '{}') as EngineOptions), logger: silent });

process.on('message', (request: PartnerRequest) => {
  void answer(request).then((reply) => process.send?.({ id: request.id, ...reply }));
});
process.once('disconnect', () => void storage.close());

async function answer({ port, method, args }: PartnerRequest): Promise<object> {
  const target = (port === 'storage' ? storage : storage[port]) as unknown as Record<
    string,
    (...a: unknown[]) => unknown
  >;
  try {
    return { value: await target[method]?.(...args) };
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    return { failure: { code, message, hint } };
  }
}
