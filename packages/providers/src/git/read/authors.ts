import type { GitAuthor, GitAuthorQuery } from '@zapomni/core/ports';
import { requireObject, requirePath } from './names.ts';

export function authorArguments({ commit, path, since }: GitAuthorQuery): string[] {
  return [
    'shortlog',
    '--summary',
    '--numbered',
    '--email',
    ...(since === undefined ? [] : [`--max-age=${Math.max(0, Math.ceil(since / 1000))}`]),
    requireObject(commit, 'commit'),
    '--',
    ...(path === undefined ? [] : [requirePath(path)]),
  ];
}

/** `   12<tab>Name <address>` */
export function readAuthors(text: string): GitAuthor[] {
  return text.split('\n').flatMap((line) => {
    const [, commits, name = '', email = ''] = /^\s*(\d+)\t(.*) ?<([^<>]*)>$/u.exec(line) ?? [];
    return commits === undefined ? [] : [{ name: name.trim(), email, commits: Number(commits) }];
  });
}
