import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPhrase, toQueryTerms, toTerms, toTermsByWord } from './terms.ts';

describe('toTerms', () => {
  it.each([
    ['running runs', ['run', 'run']],
    ['The émigrés in the café', ['the', 'emigr', 'in', 'the', 'cafe']],
    ['ПРИВЕТ Привет', ['привет', 'привет']],
    ['C++ and C#', ['c++', 'and', 'c#']],
    ['日本語', ['日本', '本語', '日', '本', '語']],
    ['猫', ['猫']],
    ['人々', ['人々', '人', '々']],
    ['ไทย', ['ไท', 'ทย']],
    ['학교에서', ['학교', '교에', '에서']],
    ['책을', ['책을', '책']],
    ['Ｆｕｌｌ ｗｉｄｔｈ', ['full', 'width']],
    ['', []],
    ['—…!?', []],
  ])('%s', (text, terms) => {
    expect(toTerms(text)).toEqual(terms);
  });

  it.each([
    ['Straße', 'strasse'],
    ['STRASSE', 'straße'],
    ['Ærø', 'aero'],
    ['Łódź', 'lodz'],
    ['œuvre', 'oeuvre'],
    ['ılık ISLIK', 'ilik islik'],
    ['İstanbul', 'istanbul'],
    ['Đorđe', 'dorde'],
    ['ﬁnance', 'finance'],
    ['co\u00adopera\u00adtion', 'cooperation'],
    ['مُحَمَّد كتـــاب', 'محمد كتاب'],
    ['مدرسة', 'مدرسه'],
    ['שָׁלוֹם', 'שלום'],
    ['١٢٣ ۴۵ १२', '123 45 12'],
    ['ΜΟΥΣΑΣ', 'μούσας'],
    ['cafe\u0301', 'café'],
  ])('reads %s like %s', (one, other) => {
    expect(toPhrase(one)).toEqual(toPhrase(other));
  });

  it('keeps the vowels that are marks in the scripts of India', () => {
    expect(toTerms('हिन्दू')).not.toEqual(toTerms('हन्द'));
  });

  it('gives words between unspaced scripts their own terms', () => {
    expect(toTerms('使用React框架').slice(0, 3)).toEqual(['使用', 'react', '框架']);
    expect(toTerms('使用getUserById框架')).toContain('getuserbyid');
  });

  it('lists the words in order before their other forms', () => {
    expect(toTerms('call readFile twice')).toEqual(['call', 'read', 'file', 'twice', 'readfil']);
  });

  it('reads plain ASCII as it reads the same beside other letters', () => {
    const plain = fc.string({ unit: 'binary-ascii', maxLength: 60 });
    const code = fc.array(
      fc.constantFrom('.net', '1,000', 'a::b', 'x-y', 'C++', 'C#', 'v1.2', '_', '\n', '\r\n', ' ', '(', 'a@b.c'),
    );
    const text = fc.oneof(
      plain,
      code.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (said) => {
        expect(toPhrase(`${said}\né`)).toEqual([...toPhrase(said), 'e']);
      }),
    );
  });

  it('cuts endless runs', () => {
    expect(toTerms('a'.repeat(100_000)).every((term) => term.length <= 64)).toBe(true);
  });

  it('is the same for any text on both sides, and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toTerms(text)).toEqual(toTerms(text));
      }),
    );
  });

  it('makes no term that is empty, or with white space or a quote, which engines would trip over', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of toTerms(text)) expect(term).toMatch(/^[^\s"]+$/);
      }),
    );
  });
});

describe('names', () => {
  it.each([
    ['getUserById', ['getUserById', 'get_user_by_id', 'get-user-by-id', 'user', 'id']],
    ['max_line_length', ['maxLineLength', 'max-line-length', 'line', 'maxlinelength']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['fs.promises.readFile', ['fs.promises.readFile', 'promises', 'readFile', 'read file', 'readfile']],
    ['src/core/load-config.ts', ['src/core/load-config.ts', 'load-config.ts', 'loadConfig', 'core', 'config']],
    ['C:\\Users\\anna\\notes.txt', ['notes.txt', 'anna']],
    ['@scope/pkg-name', ['@scope/pkg-name', 'scope/pkg-name', 'pkg-name', 'scope']],
    ['anna@example.com', ['anna@example.com', 'example.com', 'anna']],
    ['https://example.com/docs/intro?x=1', ['https://example.com/docs/intro', 'example.com', 'docs', 'intro']],
    ['std::vector', ['std::vector', 'vector']],
    ['v1.2.3', ['v1.2.3', '1.2.3', 'V1.2.3']],
    ['.NET', ['.NET', '.net', 'dotnet', 'NET']],
    ['C++', ['c++']],
    ['F#', ['f#']],
    ['1,000', ['1000', '1,000']],
    ['2024-03-15', ['2024-03-15', '2024/03/15', '2024']],
    ['3.14', ['3.14']],
    ['e-mail', ['email', 'e-mail']],
    ['UTF-8', ['utf8', 'utf-8']],
  ])('%s is found by the whole and by its parts', (name, queries) => {
    const held = new Set(toTerms(`about ${name}, then`));
    for (const query of queries)
      expect([query, ...toQueryTerms(query).filter((term) => held.has(term))]).not.toEqual([query]);
  });

  it.each([
    ['fs.promises.readFile', 'fs_promises_readfile'],
    ['src/core/config.ts', 'src_core_config_ts'],
    ['anna@example.com', 'anna_example_com'],
    ['v1.2.3', '1_2_3'],
    ['2024-03-15', '2024_03_15'],
    ['3.14', '3_14'],
    ['.config/app.json', 'dotconfig_app_json'],
    ['_private.name', 'private_name'],
  ])('the whole of %s is a term by itself, in texts and in queries', (name, whole) => {
    expect(toTerms(name)).toContain(whole);
    expect(toQueryTerms(name)).toContain(whole);
  });

  it('does not take C for C++', () => {
    expect(toTerms('C++')).not.toContain('c');
  });

  it('leaves hashes whole', () => {
    expect(toTerms('3f2a9b7c1d5e8f6a4b2c9d7e1f3a5b8c')).toEqual(['3f2a9b7c1d5e8f6a4b2c9d7e1f3a5b8c']);
  });
});

describe('toPhrase', () => {
  const holds = (text: string, phrase: string) =>
    ` ${toPhrase(text).join(' ')} `.includes(` ${toPhrase(phrase).join(' ')} `);

  it('makes neighbours of neighbours, whatever else the words are found by', () => {
    expect(holds('we call fs.promises.readFile here', 'promises read file')).toBe(true);
    expect(holds('Las casas grandes del pueblo', 'casas grandes')).toBe(true);
    expect(holds('日本語を話す', '日本語')).toBe(true);
    expect(holds('safety of memory', 'memory safety')).toBe(false);
  });

  it('is a run of what toTerms gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const phrase = toPhrase(text);
        expect(toTerms(text).slice(0, phrase.length)).toEqual(phrase);
      }),
    );
  });
});

describe('however a text is made', () => {
  const kB = 20_000;
  it.each([
    ['marks', `a${'\u0301\u0323'.repeat(kB)}`],
    ['half-width marks', `a${'\uff9e\u0323'.repeat(kB)}`],
    ['a ligature of eighteen letters', '\ufdfa'.repeat(kB)],
    ['dots', 'a.'.repeat(kB)],
    ['slashes and dots', 'a.b/'.repeat(kB)],
    ['hyphens', 'ab-'.repeat(kB)],
    ['underscores', 'a_'.repeat(kB)],
    ['case', 'aB'.repeat(kB)],
    ['digits between letters', 'a1'.repeat(kB)],
    ['number groups', `1${',000'.repeat(kB)}`],
    ['a file without a name', `.${'a'.repeat(kB)}`],
    ['plus signs', `a${'+'.repeat(kB)}b`],
    ['Chinese', '漢'.repeat(kB)],
    ['Chinese and names', '漢aB'.repeat(kB)],
    ['lines', 'der\n'.repeat(kB)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(kB)],
  ])('its terms stay in proportion: %s', (_name, text) => {
    const terms = toTerms(text);
    const letters = terms.reduce((sum, term) => sum + term.length, 0);
    expect(terms.length).toBeLessThanOrEqual(text.length * 20);
    expect(letters).toBeLessThanOrEqual(text.length * 20);
    for (const term of new Set(terms)) expect(term.length).toBeLessThanOrEqual(140);
  });
});

describe('toQueryTerms', () => {
  it('drops what every text holds, and repeats', () => {
    expect(toQueryTerms('what is the plan of the plan')).toEqual(['what', 'plan']);
  });

  it('keeps such words when there is nothing else', () => {
    expect(toQueryTerms('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  });

  it('asks for pairs of characters, not for each of them', () => {
    expect(toQueryTerms('日本語')).toEqual(['日本', '本語']);
  });
});

describe('toTermsByWord', () => {
  it('gives each word its own, and parts what is written together', () => {
    expect(toTermsByWord('who fixed getUserById')).toEqual([['who'], ['fix'], ['get'], ['user'], ['by'], ['id']]);
  });

  it('gives nothing that the query does not look for, and most of what it does', () => {
    for (const query of ['wo sind die alten Häuser', 'les maisons du village', 'boundary layer theory', 'дом у реки']) {
      const asked = new Set(toQueryTerms(query));
      const forms = toTermsByWord(query)
        .flat()
        .filter((form) => asked.has(form));
      expect(forms.length).toBeGreaterThan(asked.size / 2);
    }
  });
});
