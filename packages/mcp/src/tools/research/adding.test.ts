/** Papers are added from files, texts and ids through a real client: real PDFs, the real reader, no network. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { column, makePdf } from '@zapomni/testkit/documents';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const REFERENCES = [
  '[1] J. Doe and R. Roe. Tidal pools as mirrors of the climate. Ocean Letters, 12(3):45-67, 2010.',
  '[2] A. Smith. The limpet and its enemies. Journal of Shore Life, 4:1-20, 2012. doi:10.5555/limpet.',
  '[3] K. Meyer. Seaweed chemistry in cold water. Marine Reports, 7:100-120, 2014.',
];

interface Sheet {
  readonly title: string;
  readonly doi?: string;
  readonly body?: readonly string[];
  readonly references?: readonly string[];
}

function pdf({
  title,
  doi,
  body = ['Barnacles close when the tide goes out [1]. Our counts agree with earlier work [2].'],
  references = REFERENCES,
}: Sheet) {
  return makePdf({
    information: { Title: 'untitled' },
    pages: [
      {
        runs: [
          { text: title, x: 120, y: 760, size: 18 },
          { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
          { text: 'Institute of Shores, Bergen', x: 210, y: 714, size: 9 },
          { text: 'Abstract', x: 280, y: 680, size: 11 },
          ...column(
            [
              'We watched barnacles on forty rocks for two years and',
              'counted how often they close. They close more often',
              'where the water is warm.',
            ],
            100,
            660,
          ),
          { text: '1 Introduction', x: 60, y: 580, size: 13 },
          ...column([...body], 60, 555),
          ...(doi === undefined ? [] : [{ text: `https://doi.org/${doi}`, x: 60, y: 60, size: 8 }]),
        ],
      },
      { runs: [{ text: 'References', x: 60, y: 760, size: 13 }, ...column([...references], 60, 735)] },
    ],
  });
}

describe.each(ENGINES)('adding papers, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-papers-'));
  let zapomni: TestClient;
  const write = (name: string, content: Uint8Array | string): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const details = (article_identifier: string) => zapomni.call('get_article_details', { article_identifier });
  beforeAll(async () => {
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({
      ...options(),
      filesForUser: files,
      settings: { tools: 'memory,documents,research,tasks,graph' },
    });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads a file, knows what it is, and finds no line of its references as text', async () => {
    const file = write('barnacles.pdf', pdf({ title: 'When barnacles close', doi: '10.5555/barnacles' }));
    const added = await zapomni.call('process_pdf', { path: file });
    expect(added.article).toMatchObject({ title: 'When barnacles close', doi: '10.5555/barnacles', has_text: true });
    expect(added.article.authors).toEqual(['Eva Berg', 'Ole Lund']);
    expect(added.paper).toMatchObject({ status: 'added', references: 3 });
    const known = await details('10.5555/barnacles');
    expect(known.metadata.abstract).toMatch(/^We watched barnacles on forty rocks/);
    expect(known.files).toMatchObject([{ kind: 'pdf', text: 'read', pages: 2 }]);
    const found = await zapomni.call('search_articles', { query: 'barnacles close when the tide goes out' });
    expect(found.articles[0]).toMatchObject({ id: known.id, page: '1' });
    for (const query of ['Seaweed chemistry in cold water', 'Journal of Shore Life limpet enemies'])
      for (const { text } of (await zapomni.call('search_memory', { query, limit: 20 })).results)
        expect(text).not.toMatch(/Meyer|Marine Reports/);
    expect((await zapomni.call('process_pdf', { path: file })).paper.status).toBe('known');
    expect((await zapomni.call('list_articles')).total).toBe(1);
  });

  it('answers with no running head, number or reference, and with a caption as one', async () => {
    const sentences = [
      'Kittens watch the tide.',
      'Puffins leave in August.',
      'Gulls stay all winter.',
      'Terns come back.',
    ];
    const head = (n: number) => `Annals of Northern Birds ${n} (2021) ${n + 100}`;
    const printed = makePdf({
      pages: sentences.map((sentence, i) => ({
        runs: [
          { text: head(i), x: 60, y: 810, size: 8 },
          { text: String(101 + i), x: 520, y: 810, size: 8 },
          ...column([sentence, `They were seen ${'often '.repeat(i + 1)}there.`], 60, 700),
          { text: `Figure ${i + 1}: The ledge of ${sentence.split(' ')[0]} in spring.`, x: 60, y: 400, size: 9 },
        ],
      })),
    });
    const file = write('birds.pdf', printed);
    const { article } = await zapomni.call('process_pdf', { path: file, paper: 'yes' });
    const text = sentences
      .map((sentence, i) =>
        [head(i), sentence, 'A line.', 'Another line.', `and ${'more '.repeat(i)}`, `${101 + i}`].join('\n'),
      )
      .join('\f');
    const from = { text, name: 'birds.txt' };
    const { paper } = await zapomni.app.research.adding.add({ workspace: 'default', client: 'test', from });
    const { results } = await zapomni.call('search_memory', { query: 'Annals of Northern Birds 2021 103', limit: 50 });
    const about = new Set([article.id, paper.key]);
    const passages = results.filter(({ metadata }: { metadata: { paper_id: string } }) => about.has(metadata.paper_id));
    for (const passage of passages) expect(passage.text).not.toMatch(/Annals|\b10[1-4]\b/);
    const { articles } = await zapomni.call('search_articles', { query: 'the ledge of gulls in spring' });
    expect(articles[0]).toMatchObject({
      id: article.id,
      page: '3',
      passage: 'Figure 3: The ledge of Gulls in spring.',
    });
    expect(articles[0].citation).toMatch(/p\. 3.*, caption$/);
  });

  it('leaves a file alone that is no paper, and takes it for one when told', async () => {
    const letter = makePdf({ pages: [{ runs: column(['Dear neighbour,', 'the hedge is too high.'], 60, 700) }] });
    const file = write('letter.pdf', letter);
    expect((await zapomni.call('process_pdf', { path: file })).article).toBeUndefined();
    expect((await zapomni.call('process_pdf', { path: file, paper: 'yes' })).article).toMatchObject({ has_text: true });
  });

  it('does not believe an id that the library knows as another paper', async () => {
    await zapomni.app.research.library.save({
      workspace: 'default',
      arrivals: [
        {
          source: 'bibliography',
          item: {
            type: 'article-journal',
            title: 'Something else entirely',
            contributors: [],
            identifiers: [{ scheme: 'doi', value: '10.5555/else' }],
          },
        },
      ],
    });
    const file = write('limpets.pdf', pdf({ title: 'Limpets return home at night', doi: '10.5555/else' }));
    const { article, paper } = await zapomni.call('process_pdf', { path: file });
    expect(article.title).toBe('Limpets return home at night');
    expect(article.doi).toBeUndefined();
    expect(paper.warnings).toEqual([expect.stringMatching(/10\.5555\/else .* another paper's/)]);
    expect((await details('10.5555/else')).title).toBe('Something else entirely');
  });

  it('adds by id without a network, and the file joins it later', async () => {
    const added = await zapomni.call('process_pdf', { identifier: 'doi:10.5555/later' });
    expect(added.paper.warnings[0]).toMatch(/Nothing is known/);
    expect(added.article.citekey).toBeUndefined();
    expect(textOf(await zapomni.raw('list_articles', { limit: 1 }))).toContain('doi:10.5555/later, no title yet. · ');
    const found = await zapomni.call('search_articles', { query: '10.5555/later', strict: true });
    expect(found.articles).toMatchObject([{ id: added.article.id }]);
    const file = write('later.pdf', pdf({ title: 'Kelp grows where nobody looks', doi: '10.5555/later' }));
    const { article } = await zapomni.call('process_pdf', { path: file });
    expect(article).toMatchObject({ id: added.article.id, title: 'Kelp grows where nobody looks' });
    expect(article.citekey).toMatch(/kelp/);
    expect(await zapomni.fails('process_pdf', { identifier: 'nonsense' })).toMatch(/none that is known/);
  });

  it('adds a folder as a task, each file to its own end', async () => {
    write('batch-a.pdf', pdf({ title: 'Crabs walk sideways for a reason' }));
    write('batch-broken.pdf', '%PDF-1.7 broken');
    const { task } = await zapomni.call('batch_process_pdfs', {
      directory_path: folder,
      max_files: 100,
      tags: ['batch'],
    });
    let state = task;
    for (let i = 0; i < 600 && ['queued', 'running'].includes(state.state); i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      state = await zapomni.call('get_task_status', { task_id: task.task_id });
    }
    expect(state).toMatchObject({ state: 'completed', result: { added: 1, failed: 1 } });
    expect(state.result.failures[0].source).toMatch(/batch-broken/);
    expect((await zapomni.call('list_articles', { search_term: 'crabs sideways' })).articles[0].tags).toEqual([
      'batch',
    ]);
  });

  it('leaves a paper away that was deleted when its folder is added, and has it again when it is named', async () => {
    const title = 'Sea slaters hide under stones';
    mkdirSync(path.join(folder, 'forgotten'));
    const file = write('forgotten/slaters.pdf', pdf({ title }));
    await zapomni.call('process_pdf', { path: file });
    await zapomni.call('delete_article', { article_identifier: title, confirm_deletion: true });
    const take = async (asked: object) => {
      const { task } = await zapomni.call('batch_process_pdfs', { ...asked });
      const status = () => zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 1 });
      await expect.poll(async () => (await status()).state, { timeout: 20_000 }).toBe('completed');
      return (await status()).result;
    };
    const left = await take({ directory_path: path.dirname(file) });
    expect(left).toMatchObject({ added: 0, failures: [{ source: file, code: 'CONFLICT' }] });
    await zapomni.fails('get_article_details', { article_identifier: title });
    expect(await take({ sources: [file] })).toMatchObject({ added: 1, failed: 0 });
    expect(await details(title)).toMatchObject({ title, has_text: true });
  });

  it('keeps a paper apart from another that comes to lie in the place of its file', async () => {
    const [first, second] = ['Lugworms sift the sand', 'Razor shells dig when they are touched'];
    const file = write('paper.pdf', pdf({ title: first, doi: '10.5555/lugworm' }));
    const one = await zapomni.call('process_pdf', { path: file });
    await zapomni.call('update_article_metadata', { article_identifier: first, add_tags: ['mine'] });
    write(
      'paper.pdf',
      pdf({ title: second, doi: '10.5555/razor', body: ['Razor shells feel a step at ten metres [1].'] }),
    );
    const other = await zapomni.call('process_pdf', { path: file });
    expect(other).toMatchObject({ article: { title: second, doi: '10.5555/razor', has_text: true } });
    expect(other.article.id).not.toBe(one.article.id);
    expect(other.article.tags).toBeUndefined();
    const kept = await details(first);
    expect(kept).toMatchObject({ id: one.article.id, doi: '10.5555/lugworm', tags: ['mine'], files: [] });
    expect(kept).toMatchObject({ has_text: false });
    // A new version of the same is the same.
    write(
      'paper.pdf',
      pdf({ title: second, doi: '10.5555/razor', body: ['Razor shells feel a step at twenty metres [1].'] }),
    );
    expect((await zapomni.call('process_pdf', { path: file })).article.id).toBe(other.article.id);
  });

  it('gives what is here already the tags with which it comes again', async () => {
    const file = write('tagged.pdf', pdf({ title: 'Dogwhelks drill through shells' }));
    const take = async (tags: readonly string[]) => {
      const sources = [file, '10.5555/tagged'];
      const { task } = await zapomni.call('batch_process_pdfs', { sources, tags });
      const status = () => zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 1 });
      await expect.poll(async () => (await status()).state, { timeout: 20_000 }).toBe('completed');
      return (await status()).result;
    };
    await take(['shells']);
    expect(await take(['thesis'])).toMatchObject({ updated: 2, known: 0 });
    expect(await take(['thesis'])).toMatchObject({ updated: 0, known: 2 });
    for (const name of ['Dogwhelks drill through shells', '10.5555/tagged'])
      expect((await details(name)).tags).toEqual(['shells', 'thesis']);
  });

  it('gets through a folder of more files than are taken at once, and says what it leaves', async () => {
    const shelf = path.join(folder, 'shelf');
    mkdirSync(shelf);
    for (const letter of 'ABCDE') write(`shelf/${letter}.Pdf`, pdf({ title: `Limpets of the ${letter} shelf graze` }));
    write('shelf/0-broken.pdf', '%PDF-1.7 broken');
    symlinkSync(path.join(shelf, 'A.Pdf'), path.join(shelf, 'link.pdf'));
    const take = async () => {
      const begun = await zapomni.call('batch_process_pdfs', { directory_path: shelf, max_files: 2 });
      const status = () => zapomni.call('get_task_status', { task_id: begun.task.task_id, wait_seconds: 1 });
      await expect.poll(async () => (await status()).state, { timeout: 20_000 }).toBe('completed');
      return { begun, result: (await status()).result };
    };
    const [first, second, third, fourth] = [await take(), await take(), await take(), await take()];
    expect(first.begun).toMatchObject({ files: 2, files_left: 4, left_out: [{ file: 'link.pdf' }] });
    expect([first, second, third].map(({ result }) => [result.added, result.failed])).toEqual([
      [1, 1],
      [2, 0],
      [2, 0],
    ]);
    // What failed is tried again once nothing else is left.
    expect(fourth.begun.files_left).toBeUndefined();
    expect(fourth.result).toMatchObject({ added: 0, known: 1, failed: 1 });
  });

  it('knows a file that lies there twice as one paper, whatever has been learned of it since', async () => {
    const title = 'Whelks wander where the weed is thick';
    // Who cites it knows its year and its journal; it says neither.
    const references = [`[1] E. Berg and O. Lund. ${title}. Shore Letters, 3:1-9, 2011.`, ...REFERENCES.slice(1)];
    await zapomni.call('process_pdf', {
      path: write('whelk-cited.pdf', pdf({ title: 'Who cites whelks', references })),
    });
    const bytes = pdf({ title, body: ['Whelks move by night [1], and nobody had followed them before.'] });
    const [one, copy] = [write('whelk.pdf', bytes), write('whelk (1).pdf', bytes)];
    const first = await zapomni.call('process_pdf', { path: one });
    expect(first.article).toMatchObject({ title, year: 2011 });
    const again = await zapomni.call('process_pdf', { path: copy });
    expect(again).toMatchObject({ article: { id: first.article.id }, paper: { status: 'known' } });
    const { files } = await details(first.article.id);
    expect(files.map(({ source }: { source: string }) => source).toSorted()).toEqual([copy, one]);
    expect(files.filter((file: { searched?: boolean }) => file.searched === false)).toMatchObject([{ source: copy }]);
    const found = await zapomni.call('search_memory', { query: 'whelks move by night', limit: 20 });
    const told = found.results.filter(({ text }: { text: string }) => text.includes('Whelks move by night'));
    expect(told).toHaveLength(1);
    await zapomni.call('delete_article', { article_identifier: first.article.id, confirm_deletion: true });
    expect(JSON.stringify(await zapomni.call('list_documents', { limit: 100 }))).not.toContain('whelk (1)');
  });

  it('knows who cites whom, in which sentence, and to a depth', async () => {
    const cite = (title: string, year: number) => [
      `[1] E. Berg and O. Lund. ${title}. Shore Letters, 1:1-9, ${year}.`,
      ...REFERENCES.slice(1),
    ];
    const chain = ['Anemones sting the careless', 'Anemones after the storm', 'Anemones in the long run'];
    for (const [i, title] of chain.entries()) {
      const references = i === 0 ? REFERENCES : cite(chain[i - 1] ?? '', 2011);
      const body = [
        `Anemones were seen everywhere in study ${i}. In contrast to earlier results [1] they were few here.`,
      ];
      await zapomni.call('process_pdf', { path: write(`anemones-${i}.pdf`, pdf({ title, references, body })) });
    }
    const [first, second, third] = await Promise.all(chain.map((title) => details(title)));
    const walk = (args: object) => zapomni.call('extract_citations', { article_identifier: chain[2], ...args });
    const near = await walk({ max_depth: 1, include_inbound: false });
    expect(near.references_total).toBe(3);
    expect(near.references[0]).toMatchObject({ marker: '[1]', cited: { id: second.id }, in_library: true });
    const ids = ({ network }: { network: { id: string }[] }) => network.map(({ id }) => id);
    expect(ids(near)).toContain(second.id);
    expect(ids(near)).not.toContain(first.id);
    expect(ids(await walk({ max_depth: 2 }))).toEqual(expect.arrayContaining([first.id, second.id]));
    expect((await walk({ include_outbound: false })).network_total).toBe(0);
    const inbound = await zapomni.call('extract_citations', { article_identifier: first.id, include_outbound: false });
    expect(inbound.network.map(({ id, distance }: { id: string; distance: number }) => [id, distance])).toEqual([
      [second.id, 1],
      [third.id, 2],
    ]);
    const said = await zapomni.call('get_citation_context', { article_identifier: first.id });
    expect(said.sentences).toMatchObject([
      {
        citing: { id: second.id },
        page: '1',
        polarity: 'contrasts',
        sentence: expect.stringMatching(/In contrast to earlier results/),
      },
    ]);
    expect(
      (await zapomni.call('get_citation_context', { article_identifier: first.id, polarity: 'supports' })).total,
    ).toBe(0);
    expect(
      (await zapomni.call('get_citation_context', { article_identifier: second.id, direction: 'in_it' })).total,
    ).toBeGreaterThan(0);
    const asked = { entity: chain[1], relationship_types: ['CITES'], direction: 'out', depth: 1 };
    const { related } = await zapomni.call('get_related', asked);
    // The sentence is the evidence, and not the text that it stands in.
    const cited = related.find(({ name }: { name: string }) => name === chain[0]);
    expect(cited.path[0].evidence).toMatchObject([
      { text: expect.stringMatching(/^In contrast to earlier results[^.]*\.$/) },
    ]);
  });

  it('is read by outline, section, page and budget, and as resources', async () => {
    const read = (args: object) =>
      zapomni.call('read_article', { article_identifier: 'When barnacles close', ...args });
    expect((await read({ page: '1' })).text).toMatch(/Barnacles close when the tide/);
    expect((await read({ max_chars: 100 })).next_cursor).toBeDefined();
    const { next_cursor } = await read({ budget_tokens: 25 });
    expect((await read({ cursor: next_cursor })).start).toBeGreaterThan(50);
    expect((await read({ outline: true })).outline.length).toBeGreaterThan(0);
    await zapomni.fails('read_article', { article_identifier: 'When barnacles close', page: '77' });
    const { citekey } = await details('When barnacles close');
    const resource = async (uri: string) => JSON.stringify((await zapomni.client.readResource({ uri })).contents);
    expect(await resource(`paper://${citekey}`)).toContain('10.5555/barnacles');
    expect(await resource(`paper://${citekey}/text?page=1`)).toContain('Barnacles close when');
    expect(await resource(`paper://${citekey}/references`)).toContain('Seaweed chemistry');
    const bare = await zapomni.call('read_article', { article_identifier: 'Something else entirely' });
    expect(bare).toMatchObject({ has_text: false });
  });

  it('takes a text as it is', async () => {
    const text =
      'Mussels hold on\n\nNils Strand\n\nAbstract\n\nThreads of mussels hold in storms, and we say why.\n\n1 Introduction\n\nWaves pull at every thread.';
    const added = await zapomni.app.research.adding.add({
      workspace: 'default',
      client: 'test',
      from: { text, name: 'mussels.txt' },
    });
    expect(added.paper.value.item).toMatchObject({ title: 'Mussels hold on' });
  });

  it('gives the whole of a long text as a resource', async () => {
    const body = Array.from({ length: 2200 }, (_, i) => `Limpet ${i} came home to its scar at low tide, as always.`);
    const text = `Limpets come home\n\nNils Strand\n\nAbstract\n\nThey do.\n\n1 Introduction\n\n${body.join('\n\n')}`;
    const from = { text, name: 'limpets.txt' };
    const { paper } = await zapomni.app.research.adding.add({ workspace: 'default', client: 'test', from });
    const { contents } = await zapomni.client.readResource({ uri: `paper://${paper.key}/text` });
    const [whole] = contents as { text: string }[];
    expect(whole?.text.length).toBeGreaterThan(100_000);
    expect(whole?.text).toMatch(/^Limpets come home[\s\S]*Limpet 1100 came[\s\S]*Limpet 2199 came home to its scar/);
  });

  it('takes nothing for a paper that is only called a PDF', async () => {
    const { total } = await zapomni.call('list_articles');
    const sources = [
      write('sign-in.pdf', '<!doctype html><html><body><p>Sign in to read this paper.</p></body></html>'),
      write('words.PDF', 'Just some words in a file.'),
      path.join(folder, 'none.pdf'),
    ];
    const { task } = await zapomni.call('batch_process_pdfs', { sources });
    await expect
      .poll(async () => (await zapomni.call('get_task_status', { task_id: task.task_id })).state, { timeout: 20_000 })
      .toBe('completed');
    const { result } = await zapomni.call('get_task_status', { task_id: task.task_id });
    expect(result).toMatchObject({ added: 0, failed: 3 });
    const told = await zapomni.client.callTool({ name: 'get_task_status', arguments: { task_id: task.task_id } });
    expect(textOf(told)).toMatch(/added 0,[^\n]*failed 3[\s\S]*failures \(3\):\n- [^\n]*sign-in\.pdf · [^\n]*no PDF/);
    expect(result.failures.map(({ message }: { message: string }) => message)).toEqual([
      'this is no PDF. add_document reads other formats.',
      'this is no PDF. add_document reads other formats.',
      expect.stringMatching(/^PDF not found/),
    ]);
    expect((await zapomni.call('list_articles')).total).toBe(total);
  });

  it('keeps a file that came after a merge which is taken back', async () => {
    const content = ['', '2'].map(
      (n) => `@article{urchin${n}, title = {Urchins graze kelp${n}}, doi = {10.5555/urchin${n}}}`,
    );
    await zapomni.call('import_bibliography', { content: content.join('\n') });
    const { plan_id } = await zapomni.call('merge_articles', { into: 'urchin', from: 'urchin2' });
    const file = write('urchins.pdf', pdf({ title: 'Urchins graze kelp', doi: '10.5555/urchin' }));
    await zapomni.call('process_pdf', { path: file });
    await zapomni.call('split_article', { undo: plan_id });
    expect(await details('urchin')).toMatchObject({ has_text: true, counts: { references: 3 }, files: [{ pages: 2 }] });
    expect(await details('urchin2')).toMatchObject({ has_text: false, counts: { references: 0 }, files: [] });
    const read = await zapomni.call('read_article', { article_identifier: 'urchin', page: '1' });
    expect(read.text).toMatch(/Barnacles close/);
  });
});
