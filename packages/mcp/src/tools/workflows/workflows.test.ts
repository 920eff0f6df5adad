/** Browser workflows as a client makes, changes and deletes them; nothing is visited. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const DEFINITION = {
  allow_hosts: ['example.org'],
  params: { q: { required: true } },
  steps: [
    { do: 'goto', url: 'https://example.org/?q={{q|urlencode}}' },
    { do: 'extract', each: { css: '.item' }, fields: { title: { css: 'h2' }, url: { css: 'a', take: 'href' } } },
  ],
};

describe.each(ENGINES)('browser workflows on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient(options());
  });
  afterAll(() => zapomni.close());

  it('are made whole, listed, and found again by name and by id', async () => {
    const { workflow } = await zapomni.call('create_browser_workflow', { name: 'acm search', definition: DEFINITION });
    expect(workflow).toMatchObject({
      name: 'acm search',
      is_active: true,
      version: 1,
      steps: 2,
      hosts: ['example.org'],
    });
    for (const named of ['acm search', 'ACM Search', workflow.workflow_id]) {
      const details = await zapomni.call('get_workflow_details', { workflow_id: named });
      expect(details).toMatchObject({ workflow_id: workflow.workflow_id, health: 'untried', versions: [], runs: [] });
      // What is shown can be given back as it is.
      const again = await zapomni.call('create_browser_workflow', {
        workflow_id: named,
        definition: details.definition,
      });
      expect(again.workflow.version).toBe(1);
    }
    const { workflows } = await zapomni.call('list_workflows');
    expect(workflows.map(({ name }: { name: string }) => name)).toEqual(['acm search']);
  });

  it('of a name that is taken are refused, and nothing is overwritten', async () => {
    const text = await zapomni.fails('create_browser_workflow', {
      name: 'ÁCM  search',
      definition: { ...DEFINITION, output: 'rows' },
    });
    expect(text).toMatch(/CONFLICT.*there is a workflow of this name/s);
    expect(await zapomni.call('get_workflow_details', { workflow_id: 'acm search' })).toMatchObject({
      version: 1,
      output: 'papers',
    });
    for (const name of ['', '../x', 'a/b', 'a\\b', 'a:b', 'a\nb', 'x'.repeat(101)])
      expect(await zapomni.fails('create_browser_workflow', { name, definition: DEFINITION })).toMatch(
        /INVALID_INPUT.*name/s,
      );
  });

  it('are made of single arguments, and completed step by step, each a version', async () => {
    const made = await zapomni.call('create_browser_workflow', {
      name: 'by hand',
      website_domain: 'example.org',
      start_url: 'https://www.example.org/list',
      description: 'New papers',
      extraction_rules: { each: 'li', title: 'h3', url: 'h3 a' },
      is_active: false,
    });
    expect(made.workflow).toMatchObject({ is_active: false, description: 'New papers', steps: 2 });
    const id = made.workflow.workflow_id;
    const add = (args: object) => zapomni.call('add_workflow_action', { workflow_id: id, ...args });
    expect(await add({ action_type: 'wait', selector: 'li', step_number: 2 })).toMatchObject({
      step_number: 2,
      workflow: { version: 2 },
    });
    await add({ action_type: 'click', selector: '#ok', step_number: 2, action_config: { optional: true } });
    await add({ action_type: 'type', selector: '#q', value: '{{keywords}}', step_number: 3 });
    await add({ action_type: 'type', selector: '#pw', step_number: 4, action_config: { secret: 'acm' } });
    await add({ action_type: 'scroll', value: '2' });
    await add({ action_type: 'screenshot' });
    await add({ action_type: 'navigate', value: 'https://example.org/two' });
    await add({ action_type: 'extract', selector: 'h1', value: 'heading' });
    await add({ action_type: 'wait', value: '500' });
    const { definition, version, versions } = await zapomni.call('get_workflow_details', { workflow_id: id });
    expect(version).toBe(10);
    expect(versions.map((one: { version: number }) => one.version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(definition.steps.map((step: { do: string }) => step.do)).toEqual([
      'goto',
      'click',
      'fill',
      'fill',
      'wait',
      'extract',
      'scroll',
      'screenshot',
      'goto',
      'extract',
      'wait',
    ]);
    expect(definition.steps[3]).toMatchObject({ value: { secret: 'acm' } });
    expect(definition.steps[5].fields.url.take).toBe('href');
    const first = await zapomni.call('get_workflow_details', { workflow_id: id, version: 1 });
    expect(first).toMatchObject({ shown_version: 1, definition: { steps: [{ do: 'goto' }, { do: 'extract' }] } });
    expect(await zapomni.fails('get_workflow_details', { workflow_id: id, version: 99 })).toMatch(/no version 99/);
  });

  it('keep all that configure_search is told, and have steps for it', async () => {
    const search = {
      search_input_selector: '#q',
      search_button_selector: '#go',
      result_selector: '.result',
      title_selector: 'h3',
      url_selector: 'h3 a',
      snippet_selector: '.abstract',
      max_results: 7,
      pagination_config: { next_selector: 'a.next', max_pages: 4 },
    };
    const made = { name: 'search', website_domain: 'example.org', start_url: 'https://example.org/', description: '' };
    await zapomni.call('create_browser_workflow', made);
    const id = 'search';
    await zapomni.call('configure_search', { workflow_id: id, ...search });
    const { definition } = await zapomni.call('get_workflow_details', { workflow_id: id });
    expect(definition.search).toEqual(search);
    expect(definition.steps.map((step: { do: string }) => step.do)).toEqual([
      'goto',
      'fill',
      'click',
      'wait',
      'extract',
      'paginate',
    ]);
    expect(definition.steps[4]).toMatchObject({ max: 7, fields: { title: {}, url: { take: 'href' }, snippet: {} } });
    expect(definition.steps[5]).toMatchObject({ max_pages: 4 });
    // Told otherwise, the steps of before are gone.
    const { search_button_selector: _b, pagination_config: _p, ...other } = search;
    await zapomni.call('configure_search', { workflow_id: id, ...other, title_selector: 'h4' });
    const changed = await zapomni.call('get_workflow_details', { workflow_id: id });
    expect(changed.version).toBe(3);
    expect(changed.definition.steps.map((step: { do: string }) => step.do)).toEqual([
      'goto',
      'fill',
      'press',
      'wait',
      'extract',
    ]);
  });

  it('that are wrong are refused by step and field, and change nothing', async () => {
    const known = (await zapomni.call('list_workflows')).workflows.length;
    const bad = { name: 'bad', definition: { ...DEFINITION, steps: [{ do: 'goto', url: 'file:///etc/passwd' }] } };
    expect(await zapomni.fails('create_browser_workflow', bad)).toMatch(
      /INVALID_INPUT.*steps\[1\]\.url: takes an address/s,
    );
    for (const name of ['a/b', 'a\\b', 'a:b', '..', ' ', 'a\nb', 'x'.repeat(101)])
      expect(await zapomni.fails('create_browser_workflow', { name, definition: DEFINITION }), name).toMatch(/name/);
    expect((await zapomni.call('list_workflows')).workflows).toHaveLength(known);
    const step = { workflow_id: 'acm search', action_type: 'navigate', value: 'https://elsewhere.example/' };
    expect(await zapomni.fails('add_workflow_action', step)).toMatch(
      /steps\[3\]\.url: leads to a host that is not in allow_hosts/,
    );
    expect(await zapomni.fails('add_workflow_action', { ...step, step_number: 9 })).toMatch(
      /step_number: the workflow has 2 steps/,
    );
    expect(
      await zapomni.fails('add_workflow_action', { workflow_id: 'acm search', action_type: 'type', selector: '#q' }),
    ).toMatch(/value/);
    expect(await zapomni.fails('add_workflow_action', { ...step, workflow_id: 'acm serch' })).toMatch(
      /NOT_FOUND.*acm search/s,
    );
    const start = { name: 'x', website_domain: 'example.org', description: '' };
    expect(await zapomni.fails('create_browser_workflow', { ...start, start_url: 'https://example.com/' })).toMatch(
      /start_url: is not of website_domain/,
    );
    expect(await zapomni.fails('create_browser_workflow', { ...start, start_url: 'javascript:alert(1)' })).toMatch(
      /start_url: takes an address/,
    );
    expect(await zapomni.fails('create_browser_workflow', start)).toMatch(
      /definition: is needed, or website_domain and start_url/,
    );
    expect((await zapomni.call('get_workflow_details', { workflow_id: 'acm search' })).version).toBe(1);
  });

  it('say why they cannot be run', async () => {
    const bare = { name: 'bare', website_domain: 'example.org', start_url: 'https://example.org/', description: '' };
    await zapomni.call('create_browser_workflow', bare);
    expect(await zapomni.fails('execute_workflow', { workflow_id: 'bare' })).toMatch(
      /CONFLICT.*no step that extracts titles/s,
    );
    expect(await zapomni.fails('execute_workflow', { workflow_id: 'by hand' })).toMatch(/CONFLICT.*switched off/s);
    expect(await zapomni.fails('execute_workflow', { workflow_id: 'acm search' })).toMatch(
      /INVALID_INPUT.*params\.q: is needed/s,
    );
    const dates = { workflow_id: 'acm search', date_range: { start: '2026-02-30' } };
    expect(await zapomni.fails('execute_workflow', dates)).toMatch(/date_range\.start/);
    const off = { workflow_id: 'acm search', keywords: ['tides'] };
    expect(await zapomni.fails('execute_workflow', off)).toMatch(/INVALID_CONFIG.*Browsing is off/s);
    expect(await zapomni.call('get_workflow_details', { workflow_id: 'acm search' })).toMatchObject({ runs: [] });
    expect(await zapomni.fails('analyze_source_url', { url: 'https://example.org/' })).toMatch(/Browsing is off/);
    for (const url of ['file:///etc/passwd', 'data:text/html,x', 'javascript:1', 'https://a:b@example.org/', 'nothing'])
      expect(await zapomni.fails('analyze_source_url', { url })).toMatch(/INVALID_INPUT.*url/s);
  });

  it('are switched off and on, and deleted only when that was meant', async () => {
    expect(await zapomni.call('update_workflow_status', { workflow_id: 'acm search', is_active: false })).toMatchObject(
      { status: 'off' },
    );
    const { workflows } = await zapomni.call('list_workflows');
    expect(workflows.find(({ name }: { name: string }) => name === 'acm search')).toMatchObject({ is_active: false });
    expect(await zapomni.call('update_workflow_status', { workflow_id: 'acm search', is_active: true })).toMatchObject({
      status: 'on',
    });
    expect(await zapomni.fails('delete_workflow', { workflow_id: 'acm search' })).toMatch(/FORBIDDEN.*confirm/s);
    await zapomni.call('delete_workflow', { workflow_id: 'acm search', confirm: true });
    expect(await zapomni.fails('get_workflow_details', { workflow_id: 'acm search' })).toMatch(/NOT_FOUND/);
    // Its name is free, and what it was is on record.
    await zapomni.call('create_browser_workflow', { name: 'acm search', definition: DEFINITION });
  });

  it('of two who change one at the same time, one has to look again', async () => {
    const step = { workflow_id: 'acm search', action_type: 'wait', value: '100' };
    const both = await Promise.all([1, 2].map(() => zapomni.raw('add_workflow_action', step)));
    const { version, definition } = await zapomni.call('get_workflow_details', { workflow_id: 'acm search' });
    const done = both.filter(({ isError }) => !isError).length;
    expect(version).toBe(1 + done);
    expect(definition.steps).toHaveLength(2 + done);
  });

  it('that nobody proposed cannot be confirmed', async () => {
    expect(await zapomni.fails('confirm_source_workflow', { proposal_id: 'none', name: 'x' })).toMatch(
      /NOT_FOUND.*analyze_source_url/s,
    );
  });
});
