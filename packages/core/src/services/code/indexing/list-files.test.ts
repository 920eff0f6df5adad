/** Which files of a work tree count, and what becomes of those that cannot be parsed. */
import type { Deps } from '@zapomni/core';
import { CODE_FILES, fileKey, indexRepository } from '@zapomni/core/code';
import { ZapomniError } from '@zapomni/core/errors';
import { toTerms } from '@zapomni/core/model';
import { collection } from '@zapomni/core/records';
import { MadeRepository } from '@zapomni/testkit/git';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('a work tree', () => {
  let repository: IndexedRepository;
  beforeEach(() => {
    repository = new IndexedRepository();
  });
  afterEach(() => repository.close());
  const looked = async () => (await repository.index({ dryRun: true })).counts;

  it('has what Git tracks in spite of its rules, unless a rule of our own leaves it out', async () => {
    repository.write('.gitignore', '*.gen.py\n');
    repository.write('forced.gen.py', 'F = 1\n');
    repository.write('loose.gen.py', 'L = 1\n');
    repository.write('a.py', 'A = 1\n');
    repository.made.git('add', '--force', 'forced.gen.py');
    repository.made.commit('First');
    expect(await looked()).toMatchObject({ languages: { python: 2 } });
    repository.write('.zapomniignore', 'a.py\n');
    expect(await looked()).toMatchObject({ languages: {} });
    expect((await repository.index({ dryRun: true, options: { exclude: ['/a.py'] } })).counts.languages).toEqual({
      text: 2,
    });
  });

  it('leaves submodules to themselves, and says how many there are', async () => {
    const inner = new MadeRepository(repository.home, 'inner');
    inner.write('inner.py', 'I = 1\n');
    inner.commit('Inner');
    repository.write('a.py', 'A = 1\n');
    repository.made.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    repository.made.commit('First');
    expect(await looked()).toMatchObject({ languages: { python: 1 }, left_out: { submodule: 1 } });
  });

  it.each([
    ['TIMEOUT', 'timeout'],
    ['TOO_LARGE', 'too_large_to_parse'],
    ['INTERNAL', 'parser_failed'],
  ] as const)('keeps the words of a file whose parser ends with %s, and goes on', async (code, reason) => {
    repository.write('bad.py', 'def unreadable_thing():\n    pass\n');
    repository.write('good.py', 'def fine():\n    pass\n');
    repository.made.commit('First');
    const parser = repository.deps.codeParser as NonNullable<Deps['codeParser']>;
    const failing: typeof parser = {
      ...parser,
      parsePacked: (source, options) =>
        source.text.includes('unreadable_thing')
          ? Promise.reject(new ZapomniError(code, 'The parser ended.'))
          : parser.parsePacked(source, options),
    };
    const deps = { ...repository.deps, codeParser: failing };
    const report = await indexRepository(deps, { workspace: WORKSPACE, client: 'test', path: repository.root });
    expect(report).toMatchObject({ added: 2, failed: 0, counts: { text: 1, symbols: 1 } });
    const { store } = (await repository.kept()).value;
    const kept = await collection(deps, CODE_FILES).get(store, fileKey('bad.py'));
    expect(kept?.value).toMatchObject({ state: 'text', reason, language: 'python', symbols: 0 });
    const [hit] = await deps.storage.fullText.search({ terms: toTerms('unreadable_thing') }, 1, { workspace: store });
    expect(hit?.memoryId).toBe(kept?.value.memory);
  });

  it('is told to be long when its text is longer than a memory may be', async () => {
    await repository.close();
    repository = new IndexedRepository({ settings: { max_text_length: '100' } });
    repository.write('long.py', `# ${'words '.repeat(50)}\n`);
    repository.write('short.py', 'S = 1\n');
    repository.made.commit('First');
    expect((await repository.index()).counts).toMatchObject({ files: 1, left_out: { too_large: 1 } });
  });
});
