import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from './given-settings.ts';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';

afterAll(removeTemporaryFolders);

function read(text: string, env: Record<string, string> = {}, flags: Record<string, string> = {}) {
  const file = path.join(temporaryFolder(), 'zapomni.env');
  writeFileSync(file, text);
  return readSettings({ flags, env: { ZAPOMNI_CONFIG_FILE: file, ...env } });
}

describe('the settings file', () => {
  it('gives what flags and environment leave open, older names among them', () => {
    const settings = read(
      '# mine\nZAPOMNI_TOOLS=all\nLOG_LEVEL=warn\nZAPOMNI_CONCURRENCY=3\nZAPOMNI_WORKSPACE=file\n',
      {
        ZAPOMNI_CONCURRENCY: '4',
      },
      { workspace: 'flag' },
    );
    const shown = ['tools', 'log_level', 'concurrency', 'workspace'].map((name) => settings.get(name));
    expect(shown).toEqual([
      { value: 'all', source: 'file', via: 'ZAPOMNI_TOOLS' },
      { value: 'warning', source: 'file', via: 'LOG_LEVEL' },
      { value: '4', source: 'environment', via: 'ZAPOMNI_CONCURRENCY' },
      { value: 'flag', source: 'flag', via: '--workspace' },
    ]);
  });

  it('may name the data folder', () => {
    const folder = temporaryFolder();
    expect(read(`ZAPOMNI_DATA_DIR="${folder}"\n`).get('data_dir')).toMatchObject({ value: folder, source: 'file' });
  });

  it('leaves the names of other programs alone', () => {
    expect(read('NODE_OPTIONS=--inspect\n').get('tools')).toMatchObject({ source: 'default' });
  });

  it.each([
    ['ZAPOMNI_TOLS=all', 'ZAPOMNI_TOLS', 'Did you mean ZAPOMNI_TOOLS?'],
    ['ZAPOMNI_CONFIG_FILE=other', 'ZAPOMNI_CONFIG_FILE', ''],
  ])('is refused with %s', (line, name, hint) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining(name) as string,
        hint: expect.stringContaining(hint) as string,
      }) as Error,
    );
  });

  it('is missed when it is not there', () => {
    expect(() => readSettings({ flags: { 'config-file': '/no/such/file' }, env: {} })).toThrow(
      /cannot be read \(ENOENT\)/,
    );
  });
});
