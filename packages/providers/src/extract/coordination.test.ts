/**
 * Sentences that say several things, in the shapes that English joins them with: whose a verb is, and which of two types that are alike. Most were written before the
 * heads were taught such shapes, with names that no template has; single clauses may be like a template's. What is said surely has to be true; of what
 * is true not everything is found.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { findBuiltinModel } from '../embed/builtin-model.ts';
import { createBuiltinExtractor } from './builtin-extractor.ts';

const extractor = createBuiltinExtractor({ modelDir: findBuiltinModel(), logger: createRecordingLogger() });
afterAll(() => extractor.close());
/** What the graph takes without being asked for less. */
const BAR = 0.7;
const SYMMETRIC = new Set(['MET', 'SPOUSE_OF', 'SIBLING_OF', 'FRIEND_OF']);

/** Ends of relations that have no direction are put in order. */
function written(from: string, type: string, to: string): string {
  const [one, other] = SYMMETRIC.has(type) ? [from, to].toSorted() : [from, to];
  return `${one} ${type} ${other}`;
}

async function told(text: string): Promise<string[]> {
  const [extraction] = await extractor.extract([{ text, at: Date.UTC(2026, 10, 18) }]);
  const { entities = [], relations = [] } = extraction ?? {};
  return relations
    .filter(({ confidence }) => confidence >= BAR)
    .map(({ source, type, target }) => written(entities[source]?.name ?? '', type, entities[target]?.name ?? ''));
}

/** `says` is found; `and` is true as well, and may be found or not. */
async function expectTold(sentence: string, says: readonly string[], and: readonly string[]): Promise<void> {
  const found = await told(sentence);
  expect(found).toEqual(expect.arrayContaining([...says]));
  expect(found.filter((one) => !says.includes(one) && !and.includes(one))).toEqual([]);
}

type Case = readonly [sentence: string, says: readonly string[], and?: readonly string[]];

const ONE_SUBJECT: readonly Case[] = [
  ['Marta reports to Oskar and lives in Prague.', ['Marta REPORTS_TO Oskar'], ['Marta LIVES_IN Prague']],
  [
    'Ingrid works for Castor Dynamics and lives in Utrecht.',
    ['Ingrid WORKS_FOR Castor Dynamics', 'Ingrid LIVES_IN Utrecht'],
  ],
  ['Tobias married Greta and moved to Reykjavik.', ['Greta SPOUSE_OF Tobias', 'Tobias MOVED_TO Reykjavik']],
  [
    'Faisal met Henrik in March and joined Meridian Bank.',
    ['Faisal MET Henrik'],
    ['Faisal WORKS_FOR Meridian Bank', 'Faisal MEMBER_OF Meridian Bank'],
  ],
  [
    'Ludmila founded Castor Dynamics, sold it and moved to Trondheim.',
    ['Ludmila FOUNDED Castor Dynamics'],
    ['Ludmila MOVED_TO Trondheim'],
  ],
  [
    'Samuel is managed by Brigitte but lives in Valparaiso.',
    ['Samuel REPORTS_TO Brigitte'],
    ['Samuel LIVES_IN Valparaiso'],
  ],
  [
    'Castor Dynamics uses PostgreSQL and is headquartered in Utrecht.',
    ['Castor Dynamics USES PostgreSQL', 'Castor Dynamics LOCATED_IN Utrecht'],
  ],
  ['Tidemark depends on Redis and is written in Rust.', ['Tidemark DEPENDS_ON Redis', 'Tidemark WRITTEN_IN Rust']],
  [
    'Greta maintains Lodestone and works for Nordlicht Shipping.',
    ['Greta MAINTAINS Lodestone'],
    ['Greta WORKS_FOR Nordlicht Shipping'],
  ],
  [
    'Hye-jin studied at Oxford, works for Lindqvist Pharma and lives in Busan.',
    ['Hye-jin STUDIED_AT Oxford', 'Hye-jin WORKS_FOR Lindqvist Pharma', 'Hye-jin LIVES_IN Busan'],
  ],
  [
    'Imani is the sister of Faisal and plays for the Harbour Lions.',
    ['Faisal SIBLING_OF Imani', 'Imani MEMBER_OF Harbour Lions'],
  ],
  [
    'Tobias leads Castor Dynamics and reports to Henrik.',
    ['Tobias LEADS Castor Dynamics'],
    ['Tobias REPORTS_TO Henrik'],
  ],
  [
    'Magda visited Samuel and works for Brightwater Energy.',
    ['Magda WORKS_FOR Brightwater Energy'],
    ['Magda MET Samuel'],
  ],
  ['Lodestone replaced Jenkins and uses Kafka.', ['Lodestone USES Kafka'], ['Jenkins REPLACED_BY Lodestone']],
  ['Brigitte likes Lisbon but lives in Colmar.', ['Brigitte LIKES Lisbon'], ['Brigitte LIVES_IN Colmar']],
  [
    'Meridian Bank acquired Castor Dynamics and uses Terraform.',
    ['Meridian Bank USES Terraform'],
    ['Meridian Bank OWNS Castor Dynamics'],
  ],
  ['Imani wrote Tidemark and now maintains Lodestone.', ['Imani CREATED Tidemark', 'Imani MAINTAINS Lodestone']],
  [
    'Marta reports to Oskar, works for Initech and lives in Prague.',
    ['Marta REPORTS_TO Oskar'],
    ['Marta WORKS_FOR Initech', 'Marta LIVES_IN Prague'],
  ],
  ['Birgit called Oskar and flew to Lisbon.', []],
  ['Oskar leads it and Birgit reviews it.', []],
];

const IN_PASSING: readonly Case[] = [
  ['Henrik, who reports to Magda, lives in Bergen.', [], ['Henrik REPORTS_TO Magda', 'Henrik LIVES_IN Bergen']],
  [
    'Tidemark, which depends on esbuild, was created by Samuel Ortega.',
    ['Tidemark DEPENDS_ON esbuild', 'Samuel Ortega CREATED Tidemark'],
  ],
  [
    'Oskar, the brother of Birgit, works for Globex and lives in Vienna.',
    ['Birgit SIBLING_OF Oskar', 'Oskar WORKS_FOR Globex'],
    ['Oskar LIVES_IN Vienna'],
  ],
  [
    'Castor Dynamics, founded by Ludmila, is based in Utrecht.',
    ['Ludmila FOUNDED Castor Dynamics'],
    ['Castor Dynamics LOCATED_IN Utrecht'],
  ],
];

const OF_THE_LAST: readonly Case[] = [
  ['Piotr reports to Imani, who lives in Mombasa.', ['Piotr REPORTS_TO Imani', 'Imani LIVES_IN Mombasa']],
  [
    'Nordlicht Shipping bought Castor Dynamics, which is based in Utrecht.',
    ['Nordlicht Shipping OWNS Castor Dynamics', 'Castor Dynamics LOCATED_IN Utrecht'],
  ],
  [
    'Greta wrote Lodestone, which is used by Meridian Bank.',
    ['Greta CREATED Lodestone'],
    ['Meridian Bank USES Lodestone'],
  ],
];

const SHARED_VERB: readonly Case[] = [
  ['Marta and Oskar live in Prague.', ['Oskar LIVES_IN Prague'], ['Marta LIVES_IN Prague']],
  [
    'Marta, Oskar and Birgit work for Initech.',
    ['Marta WORKS_FOR Initech', 'Birgit WORKS_FOR Initech'],
    ['Oskar WORKS_FOR Initech'],
  ],
  ['Globex and Initech use Kafka.', ['Globex USES Kafka', 'Initech USES Kafka']],
  ['Our customer Initech uses PostgreSQL and Redis.', ['Initech USES PostgreSQL', 'Initech USES Redis']],
  ['Marta reports to Oskar and Birgit lives in Prague.', ['Birgit LIVES_IN Prague'], ['Marta REPORTS_TO Oskar']],
];

const SIDE_BY_SIDE: readonly Case[] = [
  ['Marta met Oskar and Birgit met Tom.', ['Marta MET Oskar', 'Birgit MET Tom'], ['Oskar MET Marta', 'Tom MET Birgit']],
  ['Marta met Oskar and Birgit.', [], ['Marta MET Oskar', 'Oskar MET Marta', 'Marta MET Birgit', 'Birgit MET Marta']],
  ['Initech uses Redis and Globex uses Kafka.', ['Initech USES Redis', 'Globex USES Kafka']],
  ['Magda lives in Bergen while Tobias lives in Leipzig.', ['Magda LIVES_IN Bergen', 'Tobias LIVES_IN Leipzig']],
  ['Henrik works for Globex, and Greta works for Initech.', ['Henrik WORKS_FOR Globex'], ['Greta WORKS_FOR Initech']],
  ['Born in Prague, Marta works for Globex.', ['Marta WORKS_FOR Globex'], ['Marta BORN_IN Prague']],
];

const ALIKE: readonly Case[] = [
  ['Initech uses PostgreSQL.', ['Initech USES PostgreSQL']],
  ['Vandelay uses Excel for the books.', ['Vandelay USES Excel']],
  ['Marta uses Vim.', ['Marta USES Vim']],
  ['Tidemark uses SQLite under the hood.', ['Tidemark USES SQLite']],
  ['Tidemark needs SQLite to start.', ['Tidemark DEPENDS_ON SQLite']],
  ['Initech depends on Globex for its chips.', ['Initech DEPENDS_ON Globex']],
  ['Magda hates Jira and uses Notion.', ['Magda DISLIKES Jira', 'Magda USES Notion']],
  ['Oskar comes from Graz.', ['Oskar BORN_IN Graz']],
  ['Oskar studied at Oxford.', ['Oskar STUDIED_AT Oxford']],
];

describe.each([
  ['several verbs of one subject', ONE_SUBJECT],
  ['something said in passing', IN_PASSING],
  ['something said of what was named last', OF_THE_LAST],
  ['one verb of several', SHARED_VERB],
  ['clauses side by side', SIDE_BY_SIDE],
  ['types that are alike', ALIKE],
])('%s', (_, cases) => {
  const named = cases.map(([sentence, says, and = []]) => ({ sentence, says, and }));
  it.each(named)('$sentence', ({ sentence, says, and }) => expectTold(sentence, says, and));
});
