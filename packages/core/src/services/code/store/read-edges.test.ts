/** Edges to what is called from very many places, which do not fit one record. */
import { CODE_INBOUND, CODE_SYMBOLS, fileKey, inboundParts, readInbound } from '@zapomni/core/code';
import { collection } from '@zapomni/core/records';
import { indexedRepository } from '@zapomni/testkit/repository';
import { describe, expect, it } from 'vitest';

const CALLS = 4500;

describe('edges that come to a symbol', () => {
  it('are told whole and in order, in however many parts they are kept, and go when nobody calls any more', async () => {
    const caller = `from lib import often, once\n\n\ndef caller():\n${'    often()\n'.repeat(CALLS)}    once()\n`;
    const lib = 'def often():\n    return 1\n\n\ndef once():\n    return 2\n';
    const repository = await indexedRepository({ 'lib.py': lib, 'caller.py': caller });
    const { deps } = repository;
    const { store } = (await repository.kept()).value;
    const idOf = async (folded: string) =>
      (await collection(deps, CODE_SYMBOLS).list(store, { index: 'by_name', where: { folded } })).items[0]?.key;
    const to = async (name: string) =>
      (await readInbound(deps, store, fileKey('lib.py'), await idOf(name))).filter(({ kind }) => kind === 'call');
    expect((await inboundParts(deps, store, fileKey('lib.py'))).length).toBeGreaterThan(1);
    expect((await to('often')).map(({ line }) => line)).toEqual(Array.from({ length: CALLS }, (_, i) => i + 5));
    expect(await to('once')).toMatchObject([{ path: 'caller.py', line: CALLS + 5, how: 'import', candidates: 1 }]);
    repository.test.clock.advance(60_000);
    repository.write('caller.py', 'from lib import once\n\n\ndef caller():\n    once()\n');
    await repository.index();
    expect([await to('often'), (await to('once')).length]).toEqual([[], 1]);
    expect(await collection(deps, CODE_INBOUND).count(store, { prefix: `${fileKey('lib.py')}.` })).toBe(1);
    await repository.close();
  });
});
