/** What is said of somebody by a pronoun, where only one name can be meant, and nothing where another could be. */
import { afterAll, describe, expect, it } from 'vitest';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { findBuiltinModel } from '../embed/builtin-model.ts';
import { createBuiltinExtractor } from './builtin-extractor.ts';

const extractor = createBuiltinExtractor({ modelDir: findBuiltinModel(), logger: createRecordingLogger() });
afterAll(() => extractor.close());
/** What the graph takes without being asked for less. */
const BAR = 0.7;

async function told(text: string): Promise<{ says: string; by: string }[]> {
  const [extraction] = await extractor.extract([{ text, at: Date.UTC(2026, 10, 16) }]);
  const { entities = [], relations = [] } = extraction ?? {};
  return relations
    .filter(({ confidence }) => confidence >= BAR)
    .map(({ source, type, target, start, end }) => ({
      says: `${entities[source]?.name} ${type} ${entities[target]?.name}`,
      by: text.slice(start, end),
    }));
}

describe('a pronoun stands for the only name that it can mean', () => {
  it.each([
    ['Magda Orlova wrote again. She lives in Gdansk.', 'Magda Orlova LIVES_IN Gdansk', 'She lives in Gdansk'],
    ['Henrik is a welder. He works for Nordlicht Shipping.', 'Henrik WORKS_FOR Nordlicht Shipping', 'He works for'],
    ['Brigitte is back. Her husband is Samuel Ortega.', 'Brigitte SPOUSE_OF Samuel Ortega', 'Her husband is'],
    ['Osprey is our mailer. It depends on RabbitMQ.', 'Osprey DEPENDS_ON RabbitMQ', 'It depends on RabbitMQ'],
    ['Imani sang. She was in good voice. She was born in Mombasa.', 'Imani BORN_IN Mombasa', 'She was born in'],
    ['Piotr Zielinski rang. Piotr was cross. He lives in Krakow.', 'Piotr LIVES_IN Krakow', 'He lives in Krakow'],
  ])('%s', async (text, says, by) => {
    const found = await told(text);
    expect(found.map((one) => one.says)).toContain(says);
    expect(found.find((one) => one.says === says)?.by).toContain(by);
  });
});

describe('nothing is said by a pronoun that may mean another', () => {
  it.each([
    ['two people', 'Henrik married Brigitte. She lives in Gdansk.', 'LIVES_IN'],
    ['somebody without a name', 'Imani has a cousin. She lives in Gdansk.', 'LIVES_IN'],
    ['somebody without a name in between', 'Imani was late. Her teacher says she lives in Gdansk.', 'LIVES_IN'],
    ['something without a name', 'Castor Dynamics bought a mill. It is located in Gdansk.', 'LOCATED_IN'],
    ['two sentences ago', 'Imani was late. The bus broke down. She lives in Gdansk.', 'LIVES_IN'],
    ['what somebody says of themselves', 'Samuel claims he works for Meridian Bank.', 'WORKS_FOR'],
    ['a question', 'Imani is here. Does she live in Gdansk?', 'LIVES_IN'],
    ['a denial', 'Imani is here. She does not live in Gdansk.', 'LIVES_IN'],
  ])('%s', async (_, text, type) => {
    expect((await told(text)).filter(({ says }) => says.includes(type))).toEqual([]);
  });
});

it('makes no name of a pronoun', async () => {
  const [extraction] = await extractor.extract([{ text: 'Magda Orlova wrote. She lives in Gdansk.', at: 0 }]);
  expect(extraction?.entities.map(({ name }) => name)).toEqual(['Magda Orlova', 'Gdansk']);
});
