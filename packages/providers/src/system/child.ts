/** A process of our own that works for this one: it talks over a channel of messages and nothing else. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ChildEvents<Reply> {
  readonly onReply: (reply: Reply) => void;
  /** Called once, when the process has ended for any reason. */
  readonly onEnd: (cause: unknown) => void;
}

export interface Child<Request> {
  send(request: Request): void;
  /** A process that is not needed does not keep this one alive. */
  setNeeded(needed: boolean): void;
  /** Ends it at once, whatever it does. Resolves when it has ended. */
  end(): Promise<void>;
}

export interface ChildOptions {
  readonly entry: URL;
  readonly args?: readonly string[];
  /** For Node itself. */
  readonly execArgv?: readonly string[];
}

const KEPT_STDERR = 4000;

export function startChild<Request, Reply>(options: ChildOptions, events: ChildEvents<Reply>): Child<Request> {
  const { onReply, onEnd } = events;
  const child = start(options);
  const lastWords = collectStderr(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      onEnd(new Error(`The worker ended (${signal ?? `code ${code}`}). ${lastWords()}`));
      resolve();
    });
    child.once('error', (error) => {
      // Any later error is followed by `exit`; a process that never began has none.
      if (child.pid !== undefined) return;
      onEnd(error);
      resolve();
    });
  });
  child.on('message', (reply) => onReply(reply as Reply));
  return {
    // A failed send means that it has ended, which is told by `exit`.
    send: (request) => void child.send(request as object, () => {}),
    setNeeded: (needed) => setNeeded(child, needed),
    end: () => {
      setNeeded(child, true);
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Neither stdin nor stdout may be shared: the protocol runs over them. */
function start({ entry, args = [], execArgv = [] }: ChildOptions): ChildProcess {
  return fork(fileURLToPath(entry), [...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [...execArgv],
  });
}

/** What a process says before it dies of native causes; read so that it never blocks on a full pipe. */
function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-KEPT_STDERR)));
  return () => text;
}

function setNeeded(child: ChildProcess, needed: boolean): void {
  const handles = [child, child.channel, child.stderr as unknown as { ref(): void; unref(): void } | null];
  for (const handle of handles) {
    if (needed) handle?.ref();
    else handle?.unref();
  }
}
