/** Commands whose first word says what to do, and what such actions have in common. */
import type { DeletionReceipt } from '@zapomni/core/ports';
import { underNames, withWords, type FieldNames } from '@zapomni/core/errors';
import { Arguments, usageError, type Options } from '../arguments/arguments.ts';
import { confirmed } from '../output/ask.ts';
import { count, describeReceipt } from '../output/in-words.ts';
import { printJson } from '../output/print-json.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Command, CommandContext } from './command.ts';

const DECLINED = 1;

/** The first of the actions is done where none is named. */
export function withActions(command: string, actions: Readonly<Record<string, Command>>): Command {
  const [first = '', ...others] = Object.keys(actions);
  return async (context) => {
    const [name = first, ...rest] = context.args.positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) {
      const known = `${[first, ...others.slice(0, -1)].join(', ')} or ${others.at(-1) ?? ''}`;
      throw usageError(`${command}: there is no action '${name.slice(0, 40)}'.`, `Use ${known}.`);
    }
    return action({ ...context, args: new Arguments(rest, context.args.values) });
  };
}

/** What the options of a command are of: the names of its actions, by the option; one that is not named is of all. */
export type TakenBy = Readonly<Record<string, readonly string[]>>;

export interface ActionWords {
  readonly options: Options;
  readonly takenBy: TakenBy;
  /** Actions that take no further word, or only so many. */
  readonly most: Readonly<Record<string, number>>;
}

/** The actions, which refuse what would have no effect. */
export function strictly(
  command: string,
  { options, takenBy, most }: ActionWords,
  actions: Readonly<Record<string, Command>>,
): Readonly<Record<string, Command>> {
  const checked = ([name, run]: [string, Command]): [string, Command] => [
    name,
    async (context) => {
      const { positionals, values } = context.args;
      const given = Object.keys(values).filter((one) => Object.hasOwn(options, one));
      const idle = given.find((one) => takenBy[one] && !takenBy[one].includes(name));
      if (idle !== undefined) {
        const where = (takenBy[idle] ?? []).map((one) => `\`${command} ${one}\``).join(', ');
        throw usageError(`--${idle}: is no option of ${command} ${name}.`, `It is one of ${where}.`);
      }
      const idleWord = positionals[most[name] ?? Number.POSITIVE_INFINITY];
      if (idleWord !== undefined)
        throw usageError(`${command} ${name}: '${idleWord.slice(0, 40)}' is one word too many.`);
      return run(context);
    },
  ];
  return Object.fromEntries(Object.entries(actions).map(checked));
}

/** Commands for the tools that services speak of. */
const TOOLS: FieldNames = {
  process_pdf: '`zapomni papers add`',
  import_bibliography: '`zapomni papers import`',
  search_articles: '`zapomni papers search`',
  get_article_details: '`zapomni papers show`',
  merge_articles: '`zapomni papers merge`',
  sync_with_obsidian: '`zapomni papers notes`',
  list_workspaces: '`zapomni workspaces`',
};

/** What a report says of tools, to whoever has commands. */
export function inCommands(text: string): string {
  return text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => TOOLS[word] ?? word);
}

/** The command, whose failures name flags and arguments as they are typed, where services call them otherwise. */
export function inFlags(names: FieldNames, command: Command): Command {
  return async (context) => {
    try {
      return await command(context);
    } catch (error) {
      throw withWords(underNames(error, names), { ...TOOLS, ...names });
    }
  };
}

/** How much of a list was shown, and how to go on. */
export function noteOfPage(
  { items, next, total }: { readonly items: readonly unknown[]; readonly next: string | null; readonly total: number },
  terminal: Terminal,
  ...words: [one: string, many?: string]
): void {
  const more = next ? ` More: --cursor ${next}` : '';
  terminal.note(terminal.paintNote('dim', `${items.length} of ${count(total, ...words)}.${more}`));
}

interface Removal {
  readonly question: string;
  readonly declined: string;
  remove(): Promise<DeletionReceipt>;
  view(receipt: DeletionReceipt): object;
}

/** After a yes, which `--yes` is; resolves with the exit code. */
export async function removeAfterAsking({ args, terminal }: CommandContext, removal: Removal): Promise<number> {
  if (!args.has('yes') && !(await confirmed(terminal, removal.question))) {
    terminal.note(removal.declined);
    return DECLINED;
  }
  const receipt = await removal.remove();
  if (args.has('json')) printJson(terminal, removal.view(receipt));
  else terminal.print(describeReceipt(receipt));
  return 0;
}
