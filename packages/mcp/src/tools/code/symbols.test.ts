/** Symbols and calls through a real client: real files, the real program of Git, the real parser, both engines. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { MadeRepository } from '@zapomni/testkit/git';
import { codeParts } from '@zapomni/testkit/repository';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const logger = createRecordingLogger();

/** The same program in five languages: `run` makes a Box, calls its method `fill` with two arguments, a function and a builtin. */
const FILES = {
  'box.py': `class Box:
    def __init__(self, size):
        self.size = size

    def fill(self, what, often):
        return often


def helper(a, b, c):
    return a


def run_python():
    box = Box(3)
    box.fill('x', 2)
    helper(1, 2, 3)
    return len([1])
`,
  'box.ts': `class TsBox {
  constructor(readonly size: number) {}
  fill(what: string, often: number): number {
    return often;
  }
}

function tsHelper(a: number, b: number, c: number): number {
  return a;
}

export function runTypeScript(): string {
  const box = new TsBox(3);
  box.fill('x', 2);
  tsHelper(1, 2, 3);
  return String(1);
}
`,
  'box.js': `class JsBox {
  constructor(size) {
    this.size = size;
  }
  fill(what, often) {
    return often;
  }
}

function jsHelper(a, b, c) {
  return a;
}

export function runJavaScript() {
  const box = new JsBox(3);
  box.fill('x', 2);
  jsHelper(1, 2, 3);
  return parseInt('1');
}
`,
  'go/box.go': `package box

type GoBox struct{ size int }

func (b GoBox) Fill(what string, often int) int { return often }

func goHelper(a int, b int, c int) int { return a }

func RunGo() int {
	box := GoBox{3}
	box.Fill("x", 2)
	goHelper(1, 2, 3)
	return len("x")
}
`,
  'src/lib.rs': `pub struct RustBox { size: u32 }

impl RustBox {
    pub fn new(size: u32) -> RustBox { RustBox { size } }
    pub fn fill(&self, what: &str, often: u32) -> u32 { often }
}

fn rust_helper(a: u32, b: u32, c: u32) -> u32 { a }

pub fn run_rust() -> u32 {
    let b = RustBox::new(3);
    b.fill("x", 2);
    drop(4);
    rust_helper(1, 2, 3)
}
`,
  'test_box.py': `from box import helper


def test_helper():
    assert helper(1, 2, 3) == 1
`,
};

interface Callee {
  readonly call_type: string;
  readonly argument_count?: number;
  readonly targets: readonly { readonly name: string; readonly builtin?: boolean; readonly external?: boolean }[];
}

describe.each(ENGINES)('symbols, on $engine', ({ options }) => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-symbols-')));
  const files = openTestFiles({ roots: [home], logger });
  let zapomni: TestClient = undefined as never;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), filesForUser: files, ...codeParts(files, home) });
    const boxes = new MadeRepository(home, 'boxes');
    for (const [file, text] of Object.entries(FILES)) boxes.write(file, text);
    boxes.commit('First');
    await zapomni.call('index_codebase', { repo_path: boxes.root, include_tests: true });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(home, { recursive: true, force: true });
  });

  const callees = async (name: string): Promise<string[]> => {
    const { callees: edges } = (await zapomni.call('get_callees', { name })) as { callees: Callee[] };
    return edges.map(({ call_type, argument_count, targets }) => {
      const names = targets.map((target) => (target.builtin ? `builtin ${target.name}` : target.name));
      return `${call_type} ${names.join(' or ')} ${argument_count ?? ''}`.trim();
    });
  };

  it.each([
    [
      'Python',
      'run_python',
      ['constructor Box.__init__ 1', 'method Box.fill 2', 'function helper 3', 'function builtin len 1'],
    ],
    [
      'TypeScript',
      'runTypeScript',
      ['constructor TsBox.constructor 1', 'method TsBox.fill 2', 'function tsHelper 3', 'function builtin String 1'],
    ],
    [
      'JavaScript',
      'runJavaScript',
      ['constructor JsBox.constructor 1', 'method JsBox.fill 2', 'function jsHelper 3', 'function builtin parseInt 1'],
    ],
    ['Go', 'RunGo', ['constructor GoBox 0', 'method GoBox.Fill 2', 'function goHelper 3', 'function builtin len 1']],
    [
      'Rust',
      'run_rust',
      ['method RustBox.new 1', 'method RustBox.fill 2', 'function builtin drop 1', 'function rust_helper 3'],
    ],
  ])('calls of %s have a type, a number of arguments, and builtins are known', async (_language, name, expected) => {
    verifies('P020');
    expect(await callees(name)).toEqual(expected);
  });

  it('callers and callees are edges, found by a qualified name after indexing', async () => {
    verifies('D008', 'P020');
    for (const qualified of ['Box.fill', 'TsBox.fill', 'JsBox.fill', 'GoBox.Fill', 'RustBox.fill']) {
      const { callers, total } = await zapomni.call('get_callers', { qualified_name: qualified });
      expect(callers, qualified).toMatchObject([{ call_type: 'method', argument_count: 2 }]);
      expect(total).toBe(1);
    }
    const { callers } = await zapomni.call('get_callers', { name: 'helper' });
    expect(callers).toMatchObject([
      {
        caller: { name: 'run_python' },
        path: 'box.py',
        line: 16,
        how: 'scope',
        call_type: 'function',
        argument_count: 3,
      },
      { caller: { name: 'test_helper' }, path: 'test_box.py', line: 5, how: 'import', is_test: true },
    ]);
  });

  it.each(['get_callers', 'get_callees'])('%s takes limits of 1 to 100, and 50 if none is said', async (tool) => {
    verifies('P020');
    const { tools } = await zapomni.client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === tool) ?? {};
    expect(inputSchema?.properties?.['limit']).toMatchObject({ minimum: 1, maximum: 100, default: 50 });
    for (const limit of [0, 101]) expect(await zapomni.fails(tool, { name: 'helper', limit })).toMatch(/limit/);
    expect(await zapomni.call(tool, { name: 'run_python', limit: 100 })).toMatchObject({ status: 'found' });
    const one = await zapomni.call(tool, { name: tool === 'get_callers' ? 'helper' : 'run_python', limit: 1 });
    expect(one).toMatchObject({ count: 1, left_out: one.total - 1 });
  });

  it.each([
    [
      'find_symbol',
      { name: 'helper' },
      '1 of 1 for "helper" (exact)',
      '1. helper (function) box.py:9  def helper(a, b, c)',
    ],
    ['find_symbol', { name: 'RUN' }, '5 of 5 for "RUN" (prefix)', 'run_python (function) box.py:13'],
    ['find_symbol', { name: 'no_such' }, 'No symbol is called "no_such"', 'search_code'],
    [
      'get_symbol',
      { name: 'Box' },
      'Box (class) box.py:1, public; called by 0, calls 0.',
      '    def fill(self, what, often):',
    ],
    [
      'get_callers',
      { name: 'helper' },
      'helper (function) box.py:9: 2 of 2 calls.',
      '- box.py:16 in run_python (function) [scope, function, 3 arguments]',
    ],
    ['get_callees', { name: 'run_python' }, '4 of 4 calls.', '- box.py:17 → len (builtin) [function, 1 argument]'],
    ['get_references', { name: 'helper' }, '2 of 2 uses in 2 files.', '- test_box.py:5 call in test_helper [import]'],
    ['get_hierarchy', { name: 'Box' }, 'Box (class) box.py:1: 0 above, 0 below.', ''],
    [
      'get_impact',
      { name: 'helper' },
      'If helper (function) box.py:9 changes, within 3 steps:',
      '- test_box.py:5 test_helper [0.70, step 1, call helper, import]',
    ],
    ['get_code_map', {}, 'boxes: 6 files, ', '  9: def helper(a, b, c)'],
    ['find_dead_code', {}, 'may be unused. Nobody can be sure', 'run_python (function) box.py:13 [possible]'],
  ])('%s %o says so in words, with places', async (tool, args, ...expected) => {
    const text = textOf(await zapomni.raw(tool, args));
    for (const part of expected) expect(text).toContain(part);
  });

  it.each(['get_symbol', 'get_callers', 'get_callees', 'get_references', 'get_hierarchy', 'get_impact'])(
    '%s does not guess what a name means',
    async (tool) => {
      const several = await zapomni.raw(tool, { name: 'fill' });
      expect(several.structuredContent).toMatchObject({ status: 'ambiguous', candidates_total: 4 });
      expect(textOf(several)).toMatch(/"fill" means 4 symbols\. Say which: .*path:line/);
      const [first] = (several.structuredContent as { candidates: { symbol_id: string; name: string }[] }).candidates;
      expect(await zapomni.call(tool, { name: first?.symbol_id })).toMatchObject({ symbol: { name: first?.name } });
      const none = await zapomni.raw(tool, { name: 'helpr' });
      expect(none.structuredContent).toMatchObject({ status: 'not_found', suggestions: [{ name: 'helper' }] });
      expect(textOf(none)).toMatch(/^No symbol is called "helpr"\.\nDid you mean:\n- helper \(function\) box\.py:9/);
    },
  );

  it('says what is wrong with a question', async () => {
    expect(await zapomni.fails('find_symbol', { name: ' ' })).toMatch(/name: is empty/);
    expect(await zapomni.fails('get_symbol', { name: 'x', repository: 'nowhere' })).toMatch(
      /repository.*There are: boxes/s,
    );
    expect(await zapomni.fails('get_impact', { name: 'x', depth: 6 })).toMatch(/depth/);
    expect(await zapomni.fails('get_code_map', { budget_tokens: 1 })).toMatch(/budget_tokens/);
    await zapomni.call('create_workspace', { workspace_id: 'bare' });
    expect(await zapomni.fails('find_symbol', { name: 'x', workspace_id: 'bare' })).toMatch(
      /none is indexed.*index_codebase/s,
    );
  });

  it('asks all repositories of a workspace, or the one that is named', async () => {
    const other = new MadeRepository(home, 'other');
    other.write('other.py', 'def helper():\n    return 1\n');
    other.commit('First');
    await zapomni.call('index_codebase', { repo_path: other.root });
    const both = await zapomni.raw('get_callers', { name: 'helper' });
    expect(both.structuredContent).toMatchObject({ status: 'ambiguous', candidates_total: 2 });
    expect(textOf(both)).toContain(', in other');
    expect(await zapomni.call('get_callers', { name: 'helper', repository: 'boxes' })).toMatchObject({ total: 2 });
    expect(await zapomni.call('get_callers', { name: 'helper', repository: other.root })).toMatchObject({ total: 0 });
    expect(await zapomni.fails('get_code_map')).toMatch(/repository.*boxes.*other/s);
    const untested = textOf(await zapomni.raw('get_impact', { name: 'helper', repository: 'other' }));
    expect(untested).toContain('Tests are not indexed');
  });
});
