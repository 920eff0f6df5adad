/**
 * What of a message are its author's own words: without what programs put in (ours among them), code, output, quotes and tables. A single command that a
 * sentence leads up to belongs to the sentence.
 */
import { TAG } from '../../recall/lines.ts';

/** To its end, or to the end of the text: what was put in from here is never captured, not even half of it. */
const OURS = new RegExp(`(?:^.*hook additional context:\\s*)?<${TAG}\\b[\\s\\S]*?(?:</${TAG}>|$(?![\\s\\S]))`, 'gim');
/** No element of HTML has a name of two words: such tags are programs speaking to the model. */
const INSERTED = /<([a-z]+(?:[-_][a-z]+)+)(?:\s[^>]*)?>[\s\S]*?<\/\1>/gi;
const FENCE = /^(?<fence>`{3,}|~{3,})(?<language>[^\n`]*)\n(?<code>[\s\S]*?)(?:^\k<fence>[`~]*[ \t]*$|$(?![\s\S]))/gm;
const SHELLS = new Set(['', 'sh', 'bash', 'zsh', 'shell', 'console', 'shell-session', 'powershell', 'cmd', 'fish']);
/** Settings before it, then the name of a program. */
const COMMAND = /^(?:[A-Z_]+=\S+ )*[a-z.~/][\w.~/-]*(?:\s|$)/;
const LONGEST_COMMAND = 200;
/** Attachments and stage directions: `[shares image: …]`, `[Pasted text #1]`. Links in Markdown have something behind them. */
const BRACKETED = /(?<![\w\])])\[[^\]\n]{3,400}\](?![([:])/g;
/** Longer lines without an end are pasted, not typed. */
const LONGEST_LINE = 1500;

/** Without what programs have put in, ours among them. */
export function withoutInserted(text: string): string {
  return text.replaceAll(OURS, ' ').replaceAll(INSERTED, ' ').replaceAll('\r\n', '\n');
}

export function ownWords(text: string): string {
  const woven = withoutInserted(text).replaceAll(FENCE, (...found) =>
    commandOf(found.at(-1) as Record<'language' | 'code', string>),
  );
  return woven
    .replaceAll(/:\s*\n\s*(?=`[^`\n]+`\s*$)/gm, ': ')
    .replaceAll(BRACKETED, (found) => (found.startsWith('[cut: ') ? found : ' '))
    .split('\n')
    .filter(isProse)
    .join('\n');
}

/** A fence that holds one command becomes a word of the sentence before it; any other is no word at all. */
function commandOf({ language, code }: Record<'language' | 'code', string>): string {
  const lines = code.split('\n').map((line) => line.replace(/^\s*(?:\$|PS>|>)\s+/, '').trim());
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const [command] = said;
  const isOne = said.length === 1 && command !== undefined && command.length <= LONGEST_COMMAND;
  const isShell = SHELLS.has(language.trim().toLowerCase()) && COMMAND.test(command ?? '') && !command?.includes('`');
  return isOne && isShell ? `\`${command}\`\n` : '\n';
}

function isProse(line: string): boolean {
  const text = line.trim();
  if (
    /^(?:>|\||\+{3} |-{3} |@@ |at \S+ ?\(|File "|Traceback |\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s+\S*(?:INFO|WARN|ERROR|DEBUG))/.test(
      text,
    )
  )
    return false;
  if (text.length > LONGEST_LINE && !/[.!?]\s/.test(text)) return false;
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0;
  return text === '' || /`/.test(text) || letters >= text.length * 0.55;
}
