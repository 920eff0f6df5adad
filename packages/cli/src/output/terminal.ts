/** The three standard streams, and what they can show. Everything a command prints goes through here. */
import { styleText } from 'node:util';
import type { Environment } from '../settings/given-settings.ts';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Columns of stdout; infinite when it is not a terminal, so that nothing is cut in a pipe. */
  readonly width: number;
  /** Columns of stderr, for what is drawn there; 0 when it is not a terminal. */
  readonly drawingWidth: number;
  /** A person can be asked: both the question and the answer have a terminal. */
  readonly canAsk: boolean;
  /** Colours for stdout and for stderr; both leave the text alone unless the stream is a terminal that wants colours. */
  readonly paint: Paint;
  readonly paintNote: Paint;
  /** Results: stdout, with a line end; `write` gives the bytes as they are. */
  print(text: string): void;
  write(text: string): void;
  /** Everything that is not a result: stderr, with a line end. */
  note(text: string): void;
}

export function openTerminal(env: Environment): Terminal {
  const { stdin, stdout, stderr } = process;
  const write = (text: string): void => {
    if (!stdout.listeners('error').includes(ignoreNobodyReads)) stdout.on('error', ignoreNobodyReads);
    stdout.write(text);
  };
  return {
    stdin,
    stdout,
    stderr,
    width: stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    drawingWidth: stderr.isTTY ? stderr.columns || 80 : 0,
    canAsk: Boolean(stdin.isTTY && stderr.isTTY),
    paint: painter(wantsColours(stdout, env)),
    paintNote: painter(wantsColours(stderr, env)),
    print: (text) => write(`${text}\n`),
    write,
    note: (text) => void stderr.write(`${text}\n`),
  };
}

function wantsColours(stream: NodeJS.WriteStream, env: Environment): boolean {
  return Boolean(stream.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

function painter(colours: boolean): Paint {
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

/** `zapomni list | head -1` is not a failure. */
function ignoreNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
