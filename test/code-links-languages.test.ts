/** Other languages than those with suites: what crosses files, by the way each language names its parts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { link } from '@zapomni/core/code';
import type { CodeParser, Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';

const silent: Logger = { log: () => undefined, child: () => silent };
let parser: CodeParser;
beforeAll(() => {
  parser = createCodeParser({ logger: silent, processes: 1 });
});
afterAll(() => parser.close());

async function callsIn(sources: Readonly<Record<string, string>>): Promise<string[]> {
  const [files, manifests] = [
    [] as { path: string; facts: Awaited<ReturnType<CodeParser['parse']>> }[],
    [] as { path: string; text: string }[],
  ];
  for (const [path, text] of Object.entries(sources)) {
    const language = parser.languageOf(path, Buffer.from(text));
    if (language === null || path.endsWith('.mod') || path.endsWith('.toml')) manifests.push({ path, text });
    else files.push({ path, facts: await parser.parse({ language, text }) });
  }
  const { symbols, edges } = link({ repository: 'x', files, manifests });
  const name = (id: number): string => symbols[id]?.qualified || symbols[id]?.path || '';
  return edges
    .filter(({ kind }) => kind === 'call')
    .flatMap(({ from, to }) => to.flatMap((one) => ('symbol' in one ? [`${name(from)} → ${name(one.symbol)}`] : [])))
    .sort();
}

test('Go: files of a folder are one package, others are imported by the path of the module', async () => {
  const calls = await callsIn({
    'go.mod': 'module example.com/shop\n',
    'main.go':
      'package main\n\nimport "example.com/shop/stock"\n\nfunc main() {\n\thelp()\n\ts := stock.New()\n\ts.Put()\n}\n',
    'help.go': 'package main\n\nfunc help() {}\n',
    'stock/store.go': 'package stock\n\ntype Store struct{}\n\nfunc New() *Store { return &Store{} }\n',
    'stock/put.go': 'package stock\n\nfunc (s *Store) Put() { s.count() }\n\nfunc (s *Store) count() {}\n',
  });
  for (const call of ['main → help', 'main → New', 'main → Store.Put', 'Store.Put → Store.count'])
    expect(calls).toContain(call);
});

test('Java: classes of the package, imported ones, and what is inherited', async () => {
  const calls = await callsIn({
    'src/a/b/Shop.java':
      'package a.b;\nimport a.c.Store;\nclass Shop extends Base {\n  private Store store = new Store();\n  void sell() { check(); store.put(); Util.help(); }\n}\n',
    'src/a/b/Base.java': 'package a.b;\nclass Base {\n  void check() {}\n}\n',
    'src/a/b/Util.java': 'package a.b;\nclass Util {\n  static void help() {}\n}\n',
    'src/a/c/Store.java': 'package a.c;\npublic class Store {\n  public void put() {}\n}\n',
  });
  for (const call of ['Shop.sell → Base.check', 'Shop.sell → Store.put', 'Shop.sell → Util.help'])
    expect(calls).toContain(call);
});

test('Rust: modules by their paths, and methods by the type of their impl', async () => {
  const calls = await callsIn({
    'src/main.rs':
      'use crate::stock::Store;\nmod stock;\nmod util;\nfn main() {\n    let s = Store::new();\n    s.put();\n    util::help();\n}\n',
    'src/stock.rs':
      'pub struct Store {}\nimpl Store {\n    pub fn new() -> Store { Store {} }\n    pub fn put(&self) { self.count(); }\n    fn count(&self) {}\n}\n',
    'src/util.rs': 'pub fn help() {}\n',
  });
  for (const call of ['main → Store.new', 'main → Store.put', 'main → help', 'Store.put → Store.count'])
    expect(calls).toContain(call);
});
