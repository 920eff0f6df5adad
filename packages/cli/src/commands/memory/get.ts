import type { CodeMention } from '@zapomni/core/code';
import type { Memory, MemoryVersion } from '@zapomni/core/model';
import { iso, toMemory, toNamedCode } from '@zapomni/mcp/views';
import type { Command, CommandSpec } from '../command.ts';
import { harmless, oneLine } from '../../output/harmless.ts';
import { renderMention } from '../../output/mention.ts';
import { renderPairs } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'get',
  summary: 'Read one memory whole.',
  usage: ['zapomni get <id>'],
  options: {
    history: { type: 'boolean', about: 'Also its earlier versions.' },
    text: { type: 'boolean', about: 'Only the text, byte for byte.' },
  },
  examples: ['zapomni get 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e --text > memory.txt'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const id = args.one('id');
  await withWorkspace(context, async ({ app, workspace }) => {
    const memory = await app.memories.get(workspace, id);
    const history = args.has('history') ? await app.memories.history(workspace, id) : undefined;
    const near = await app.memories.nearDuplicates(workspace, id);
    const code = await app.code.namedBy(workspace, id);
    if (args.has('json')) {
      printJson(terminal, { ...toMemory(memory, near, history), ...toNamedCode(code) });
    } else if (args.has('text')) {
      terminal.write(memory.text);
    } else {
      terminal.print(
        [
          renderMemory(memory, { near, code }, terminal),
          ...(history ?? []).map((version) => renderVersion(version, terminal)),
        ].join('\n\n'),
      );
    }
  });
};

interface Around {
  readonly near: readonly string[];
  readonly code: readonly CodeMention[];
}

function renderMemory(memory: Memory, { near, code }: Around, terminal: Terminal): string {
  const { occurredAt, createdAt, updatedAt, version } = memory;
  const facts = renderPairs(
    [
      ['id', memory.id],
      ['workspace', memory.workspace],
      ['kind', memory.kind],
      ['tags', memory.tags.map(oneLine).join(', ')],
      ['source', oneLine(memory.source)],
      ['happened', occurredAt === null ? '' : iso(occurredAt)],
      ['stored', iso(createdAt)],
      ['updated', version === 1 ? '' : `${iso(updatedAt)} (version ${version})`],
      ['key', oneLine(memory.key ?? '')],
      ['supersedes', memory.supersedes ?? ''],
      ['superseded by', memory.supersededBy ?? ''],
      ['almost the same', near.join(', ')],
      ['names', code.map(renderMention).join(', ')],
      ['metadata', Object.keys(memory.metadata).length === 0 ? '' : oneLine(JSON.stringify(memory.metadata))],
    ],
    terminal,
  );
  return `${facts}\n\n${harmless(memory.text)}`;
}

function renderVersion({ version, recordedAt, recordedTo, text }: MemoryVersion, { paint }: Terminal): string {
  return `${paint('bold', `Version ${version}`)} ${paint('dim', `${iso(recordedAt)} to ${iso(recordedTo)}`)}\n${harmless(text)}`;
}
