/**
 * What a hook does: it finds out which commits HEAD moved between, leaves the rest to a process in the background, and is
 * done. It never fails and never waits. In the background it forgets all that Git has set for the hook, because other Git
 * commands would take it for theirs.
 */
export const HOOK_EVENTS = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Of this installation: Node and the script that it runs. Clients with windows have another search path than terminals. */
export interface HookProgram {
  readonly node: string;
  readonly script: string;
  /** Settings that it was called with: the hook knows nothing of that terminal. */
  readonly words?: readonly string[];
}

export const LOG_NAME = 'zapomni-hooks.log';
const MOST_LOG_BYTES = 1_000_000;

/** Sets `old` and `new`, or leaves. A new branch has nothing before its first commit, which is told as zeros. */
const COMMITS: Readonly<Record<HookEvent, readonly string[]>> = {
  // Each commit of a rebase is told by itself, and all of them at its end.
  'post-commit': ["moved 'HEAD@{1}'", 'if [ -d "$dir/rebase-merge" ] || [ -d "$dir/rebase-apply" ]; then exit 0; fi'],
  // With --squash HEAD stays where it is, and files change.
  'post-merge': ["moved 'HEAD@{1}'", 'if [ "$1" = 1 ]; then old=$new; fi'],
  'post-checkout': ['old=$1 new=$2'],
  // An amended commit was told by post-commit.
  'post-rewrite': ['if [ "$1" = amend ]; then exit 0; fi', 'moved ORIG_HEAD'],
};

const MOVED = [
  'moved() {',
  '  lines=$(git rev-parse --git-dir --revs-only HEAD "$1" 2>/dev/null)',
  '  dir=$(printf \'%s\\n\' "$lines" | sed -n 1p)',
  '  new=$(printf \'%s\\n\' "$lines" | sed -n 2p)',
  '  old=$(printf \'%s\\n\' "$lines" | sed -n 3p)',
  '}',
];

const ZEROS = '0'.repeat(40);

/** In a shell of its own, so that nothing of it is left in a script that goes on. Needs the arguments of the hook. */
export function hookBody(event: HookEvent, program: HookProgram | null): string[] {
  return [
    '(',
    'set +eu',
    ...(event === 'post-checkout' ? [] : MOVED),
    ...COMMITS[event],
    'if [ -z "$new" ]; then exit 0; fi',
    '{',
    "  trap '' HUP",
    '  root=$(git rev-parse --show-toplevel) || exit 0',
    `  log=$(git rev-parse --git-common-dir)/${LOG_NAME}`,
    `  if [ -f "$log" ] && [ "$(wc -c <"$log")" -gt ${MOST_LOG_BYTES} ]; then : >"$log"; fi`,
    '  exec >>"$log" 2>&1',
    `  echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) ${event} \${old:=${ZEROS}} $new"`,
    '  for name in $(env | sed -n \'s/^\\(GIT_[A-Za-z0-9_]*\\)=.*/\\1/p\'); do unset "$name"; done',
    ...callProgram(program).map((line) => `  ${line}`),
    '} </dev/null >/dev/null 2>&1 &',
    ') || :',
  ];
}

/** Whatever becomes of it, Git does not hear of it. */
function callProgram(program: HookProgram | null): string[] {
  const found = ['command -v zapomni >/dev/null; then', '  zapomni index --changed "$root" "$old" "$new"', 'fi'];
  if (!program) return [`if ${found[0]}`, ...found.slice(1)];
  const [node, script] = [quote(program.node), quote(program.script)];
  const words = (program.words ?? []).map((word) => ` ${quote(word)}`).join('');
  return [
    `if [ -x ${node} ] && [ -f ${script} ]; then`,
    `  ${node} ${script} index --changed "$root" "$old" "$new"${words}`,
    `elif ${found[0]}`,
    `${found[1]}${words}`,
    'fi',
  ];
}

/** For a shell: between single quotes nothing means anything. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
