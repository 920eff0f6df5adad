import { expect, it } from 'vitest';
import { loadTools } from './create-server.ts';
import { kindOf } from './deed.ts';

it('tells what tools do to what is remembered: they read it, store, change or forget', async () => {
  const kinds = new Map((await loadTools('all')).map((tool) => [tool.name, kindOf(tool)]));
  const named = (kind: string) => [...kinds].filter(([, one]) => one === kind).map(([name]) => name);
  expect(named('read')).toEqual(
    expect.arrayContaining(['search_memory', 'export_graph', 'backup_collection', 'locate_pdf']),
  );
  expect(named('stored')).toEqual(
    expect.arrayContaining(['add_memory', 'add_document', 'import_bibliography', 'index_codebase']),
  );
  expect(named('changed')).toEqual(expect.arrayContaining(['update_memory', 'merge_entities', 'judge_article']));
  expect(named('forgot')).toEqual(expect.arrayContaining(['delete_memory', 'clear_all', 'delete_article']));
  expect(named('stored').filter((name) => /^(?:export|backup|validate|locate|analyze)_/.test(name))).toEqual([]);
  expect(named('changed').filter((name) => /^(?:add|import|index|process)_/.test(name))).toEqual([]);
});
