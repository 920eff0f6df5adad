/**
 * What keeps Git from running anything but itself. A repository's configuration may name programs, and its attributes may
 * call for them, so reading a repository is running it unless each of these is taken away:
 *
 * | what would run                          | when                                | taken away by                             |
 * | --------------------------------------- | ----------------------------------- | ----------------------------------------- |
 * | core.fsmonitor                          | status, listing                     | empty                                     |
 * | hooks, files                            | when the index is written           | core.hooksPath, GIT_OPTIONAL_LOCKS=0      |
 * | hook.<name>.command (Git 2.54)          | the same                            | GIT_OPTIONAL_LOCKS=0, each one off        |
 * | filter.<name>.clean, .smudge, .process  | status, for files with new times    | each one emptied, see `silenced`          |
 * | diff.external, diff.<name>.command      | patches                             | --no-ext-diff, plumbing                   |
 * | diff.<name>.textconv                    | patches                             | --no-textconv                             |
 * | gpg.program, gpg.<format>.program       | log.showSignature                   | switched off, program emptied             |
 * | a remote's helper, ssh, uploadpack      | an object that is not there, of a partial clone | no protocol is allowed, GIT_NO_LAZY_FETCH |
 * | credential.helper, core.askPass         | the same                            | empty; no terminal                        |
 * | core.pager, core.editor                 | on a terminal                       | --no-pager; there is none                 |
 * | aliases                                 | commands that are not Git's own     | only Git's own are called                 |
 * | the same in submodules                  | status                              | submodules are not entered                |
 */
import { devNull } from 'node:os';

/** What the program needs to find itself, its libraries and the user's own configuration. Nothing of Git's own is passed on. */
const PASSED_ON = new Set([
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'WINDIR',
  'TMPDIR',
  'TEMP',
  'TMP',
]);

const FIXED = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  // Counts for more than every `protocol.<name>.allow` of a repository.
  GIT_ALLOW_PROTOCOL: '',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_PAGER: 'cat',
  GIT_EDITOR: ':',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
};

/**
 * `SUDO_UID` is not passed on: whoever runs this as root reads what belongs to root, or what their own `safe.directory`
 * names, and not what the user before `sudo` owned.
 */
export function harmlessEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passed = Object.entries(environment).filter(([name]) => PASSED_ON.has(name.toUpperCase()));
  return { ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ''])), ...FIXED };
}

const OVERRIDES = [
  'core.fsmonitor=',
  'core.untrackedCache=false',
  `core.attributesFile=${devNull}`,
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.alternateRefsCommand=false',
  'core.safecrlf=false',
  'credential.helper=',
  'protocol.allow=never',
  'uploadpack.packObjectsHook=',
  'gpg.program=false',
  'gpg.openpgp.program=false',
  'gpg.x509.program=false',
  'gpg.ssh.program=false',
  'log.showSignature=false',
  'log.mailmap=false',
  'mailmap.file=',
  'mailmap.blob=',
  'diff.external=',
  'diff.renameLimit=1000',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'status.submoduleSummary=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'color.ui=false',
  'safe.bareRepository=explicit',
];

/** Before the name of the command. `hooksPath` is left as it is only where it is what is asked for. */
export function harmlessArguments({ keepHooksPath = false } = {}): string[] {
  const overrides = keepHooksPath ? OVERRIDES : [...OVERRIDES, `core.hooksPath=${devNull}`];
  return ['--no-pager', ...overrides.flatMap((override) => ['-c', override])];
}

/** A key of the configuration, and what it is to be. */
export type ConfigValue = readonly [key: string, value: string];

/** Of all keys that a configuration has: what keeps its filters and configured hooks from running. */
export function silenced(keys: Iterable<string>): ConfigValue[] {
  const values = new Map<string, string>();
  for (const key of keys) {
    const [, section, name] = /^(filter|hook)\.(.+)\.[^.]+$/su.exec(key) ?? [];
    if (section === 'hook') values.set(`hook.${name}.enabled`, 'false');
    if (section !== 'filter') continue;
    for (const what of ['clean', 'smudge', 'process']) values.set(`filter.${name}.${what}`, '');
    values.set(`filter.${name}.required`, 'false');
  }
  return [...values];
}

/** By the environment, since a name may have a `=` in it, which on the command line would end the key. Git 2.31. */
export function configEnvironment(values: readonly ConfigValue[]): Record<string, string> {
  const pairs = values.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(values.length), ...Object.fromEntries(pairs) };
}
