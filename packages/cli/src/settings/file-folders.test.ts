import { describe, expect, it } from 'vitest';
import { readFolders, readGrants } from './file-folders.ts';

const linux = { platform: 'linux', home: '/home/me', cwd: '/work' } as const;
const windows = { platform: 'win32', home: String.raw`C:\Users\me`, cwd: String.raw`D:\work` } as const;

describe('readFolders', () => {
  it.each([
    ['none', []],
    ['/a', ['/a']],
    ['/a:/b c:', ['/a', '/b c']],
    ['~/notes:docs:./none', ['/home/me/notes', '/work/docs', '/work/none']],
  ])('%s', (list, folders) => expect(readFolders(list, linux)).toEqual(folders));

  it('is separated by semicolons on Windows', () => {
    expect(readFolders(String.raw`C:\notes;~\docs`, windows)).toEqual([
      String.raw`C:\notes`,
      String.raw`C:\Users\me\docs`,
    ]);
  });
});

describe('readGrants', () => {
  it('gives each client its folders', () => {
    expect(readGrants('none', linux)).toEqual(new Map());
    expect(readGrants('laptop=/a:ci=~/b:laptop=/c=d', linux)).toEqual(
      new Map([
        ['laptop', ['/a', '/c=d']],
        ['ci', ['/home/me/b']],
      ]),
    );
  });

  it.each(['/a', '=/a', 'laptop=', 'laptop=/a:/b'])('refuses %s', (list) => {
    expect(() => readGrants(list, linux)).toThrow(/ZAPOMNI_FILE_GRANTS: each entry has to be client=folder/);
  });
});
