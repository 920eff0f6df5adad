import { describe, expect, it } from 'vitest';
import { readTime, readTimes } from './read-times.ts';

/** A Wednesday. */
const NOW = Date.UTC(2024, 4, 15, 12);

const show = (at: number | undefined): string =>
  at === undefined
    ? ''
    : new Date(at)
        .toISOString()
        .replace(/T00:00:00.000Z$/, '')
        .replace(/:00.000Z$/, '');
const spansOf = (query: string): string[] =>
  readTimes(query, NOW).spans.map(({ text, from, before }) => `${text}: ${show(from)}..${show(before)}`);

describe('readTimes finds', () => {
  it.each([
    ['what did we decide yesterday?', 'yesterday: 2024-05-14..2024-05-15'],
    ['todo for today', 'today: 2024-05-15..2024-05-16'],
    ['the day before yesterday', 'day before yesterday: 2024-05-13..2024-05-14'],
    ['anything planned for tomorrow', 'tomorrow: 2024-05-16..2024-05-17'],
    ['what broke this morning', 'this morning: 2024-05-15..2024-05-15T12:00'],
    ['last night deploy', 'last night: 2024-05-14T18:00..2024-05-15T06:00'],
    ['call from yesterday evening', 'yesterday evening: 2024-05-14T17:00..2024-05-15'],
    ['last Friday afternoon', 'last Friday afternoon: 2024-05-10T12:00..2024-05-10T18:00'],
    ['notes of last week', 'last week: 2024-05-06..2024-05-13'],
    ['what we did this week', 'this week: 2024-05-13..2024-05-20'],
    ['last weekend hike', 'last weekend: 2024-05-11..2024-05-13'],
    ['last month', 'last month: 2024-04-01..2024-05-01'],
    ['last quarter results', 'last quarter: 2024-01-01..2024-04-01'],
    ["last year's budget", 'last year: 2023-01-01..2024-01-01'],
    ['decisions so far this year', 'this year: 2024-01-01..2025-01-01'],
    ['next week plans', 'next week: 2024-05-20..2024-05-27'],
    ['3 days ago', '3 days ago: 2024-05-12..2024-05-13'],
    ['what did I say two weeks ago', 'two weeks ago: 2024-04-29..2024-05-06'],
    ['a month ago', 'a month ago: 2024-04-01..2024-05-01'],
    ['five years ago I lived', 'five years ago: 2019-01-01..2020-01-01'],
    ['2 hours ago', '2 hours ago: 2024-05-15T10:00..2024-05-15T11:00'],
    ['a few days ago', 'a few days ago: 2024-05-10..2024-05-14'],
    ['in the past week', 'past week: 2024-05-08..2024-05-16'],
    ['the last 3 days', 'last 3 days: 2024-05-12..2024-05-16'],
    ['over the last two months', 'last two months: 2024-03-15..2024-05-16'],
    ['errors in the past 24 hours', 'past 24 hours: 2024-05-14T12:00..2024-05-15T12:00:00.001Z'],
    ['in March 2024', 'March 2024: 2024-03-01..2024-04-01'],
    ['what happened in march', 'march: 2024-03-01..2024-04-01'],
    ['trip in May', 'May: 2024-05-01..2024-06-01'],
    ['the meeting in November', 'November: 2023-11-01..2023-12-01'],
    ['the March release', 'March: 2024-03-01..2024-04-01'],
    ['since december', 'since december: 2023-12-01..'],
    ['early May', 'early May: 2024-05-01..2024-05-11'],
    ['mid-2023', 'mid-2023: 2023-05-03..2023-09-01'],
    ['since the start of the year', 'since the start of the year: 2024-01-01..'],
    ['the past weekend', 'past weekend: 2024-05-11..2024-05-13'],
    ['at the end of last year', 'end of last year: 2023-09-01..2024-01-01'],
    ['in 2023', '2023: 2023-01-01..2024-01-01'],
    ['everything before 2020', 'before 2020: ..2020-01-01'],
    ['after 2020', 'after 2020: 2021-01-01..'],
    ['in the 1990s', '1990s: 1990-01-01..2000-01-01'],
    ['on 5 May', '5 May: 2024-05-05..2024-05-06'],
    ['on May 5', 'May 5: 2024-05-05..2024-05-06'],
    ['March 15th, 2024 standup', 'March 15th, 2024: 2024-03-15..2024-03-16'],
    ['the 3rd of December', '3rd of December: 2023-12-03..2023-12-04'],
    ['Monday, 4 March 2024', 'Monday, 4 March 2024: 2024-03-04..2024-03-05'],
    ['15-Mar-2024', '15-Mar-2024: 2024-03-15..2024-03-16'],
    ['on 29 February', '29 February: 2024-02-29..2024-03-01'],
    ['log of 2024-03-15', '2024-03-15: 2024-03-15..2024-03-16'],
    ['around 2024-03-15T10:30', '2024-03-15T10:30: 2024-03-15T10:30..2024-03-15T10:31'],
    ['invoices 2024-03', '2024-03: 2024-03-01..2024-04-01'],
    ['2024/03/15', '2024/03/15: 2024-03-15..2024-03-16'],
    ['15.03.2024', '15.03.2024: 2024-03-15..2024-03-16'],
    ['03/25/2024', '03/25/2024: 2024-03-25..2024-03-26'],
    ['between March and May 2024', 'between March and May 2024: 2024-03-01..2024-06-01'],
    ['between November and February', 'between November and February: 2023-11-01..2024-03-01'],
    ['between November and February 2022', 'between November and February 2022: 2021-11-01..2022-03-01'],
    ['from Monday to Wednesday', 'from Monday to Wednesday: 2024-05-13..2024-05-16'],
    ['from 5 to 9 May 2024', 'from 5 to 9 May 2024: 2024-05-05..2024-05-10'],
    ['between 2020 and 2022', 'between 2020 and 2022: 2020-01-01..2023-01-01'],
    ['March–May 2024', 'March–May 2024: 2024-03-01..2024-06-01'],
    ['before June', 'before June: ..2023-06-01'],
    ['before March 5, 2024', 'before March 5, 2024: ..2024-03-05'],
    ['since Monday', 'since Monday: 2024-05-13..'],
    ['until last Friday', 'until last Friday: ..2024-05-11'],
    ['up to 2021', 'up to 2021: ..2022-01-01'],
    ['last summer', 'last summer: 2023-06-01..2023-09-01'],
    ['summer of 2022', 'summer of 2022: 2022-06-01..2022-09-01'],
    ['winter 2022', 'winter 2022: 2022-12-01..2023-03-01'],
    ['Q3 2023', 'Q3 2023: 2023-07-01..2023-10-01'],
    ['Q1 goals', 'Q1: 2024-01-01..2024-04-01'],
    ['on Monday', 'Monday: 2024-05-13..2024-05-14'],
    ['next Friday', 'next Friday: 2024-05-17..2024-05-18'],
  ])('%s', (query, expected) => {
    expect(spansOf(query)).toEqual([expected]);
  });

  it('several times in one query', () => {
    expect(spansOf('compare last week with March 2024 and 2022-01-01')).toEqual([
      'last week: 2024-05-06..2024-05-13',
      'March 2024: 2024-03-01..2024-04-01',
      '2022-01-01: 2022-01-01..2022-01-02',
    ]);
  });

  it('the place of the words', () => {
    const query = 'what, over the last 3 days, broke?';
    const [span] = readTimes(query, NOW).spans;
    expect(query.slice(span?.start, span?.end)).toBe('last 3 days');
  });
});

describe('readTimes, in other languages, finds', () => {
  it.each([
    ['was haben wir gestern Abend besprochen', 'gestern Abend: 2024-05-14T17:00..2024-05-15'],
    ['letzte Woche', 'letzte Woche: 2024-05-06..2024-05-13'],
    ['vor drei Tagen', 'vor drei Tagen: 2024-05-12..2024-05-13'],
    ['am 15. März 2024', '15. März 2024: 2024-03-15..2024-03-16'],
    ['seit Montag', 'seit Montag: 2024-05-13..'],
    ['zwischen März und Mai 2023', 'zwischen März und Mai 2023: 2023-03-01..2023-06-01'],
    ['la semaine dernière', 'semaine dernière: 2024-05-06..2024-05-13'],
    ["qu'est-ce que nous avons dit hier soir", 'hier soir: 2024-05-14T17:00..2024-05-15'],
    ['avant-hier', 'avant-hier: 2024-05-13..2024-05-14'],
    ['il y a 3 jours', 'il y a 3 jours: 2024-05-12..2024-05-13'],
    ['en mars 2024', 'mars 2024: 2024-03-01..2024-04-01'],
    ["jusqu'en avril", "jusqu'en avril: ..2024-05-01"],
    ['la semana pasada', 'semana pasada: 2024-05-06..2024-05-13'],
    ['hace dos meses', 'hace dos meses: 2024-03-01..2024-04-01'],
    ['el 5 de mayo de 2023', '5 de mayo de 2023: 2023-05-05..2023-05-06'],
    ['il mese scorso', 'mese scorso: 2024-04-01..2024-05-01'],
    ['due settimane fa', 'due settimane fa: 2024-04-29..2024-05-06'],
    ['no mês passado', 'mês passado: 2024-04-01..2024-05-01'],
    ['ontem', 'ontem: 2024-05-14..2024-05-15'],
    ['vorige week', 'vorige week: 2024-05-06..2024-05-13'],
    ['drie dagen geleden', 'drie dagen geleden: 2024-05-12..2024-05-13'],
    ['förra veckan', 'förra veckan: 2024-05-06..2024-05-13'],
    ['för 3 dagar sedan', 'för 3 dagar sedan: 2024-05-12..2024-05-13'],
    ['sidste måned', 'sidste måned: 2024-04-01..2024-05-01'],
    ['forrige uke', 'forrige uke: 2024-05-06..2024-05-13'],
    ['что мы решили на прошлой неделе', 'прошлой неделе: 2024-05-06..2024-05-13'],
    ['3 дня назад', '3 дня назад: 2024-05-12..2024-05-13'],
    ['в марте 2024 года', 'марте 2024: 2024-03-01..2024-04-01'],
    ['с понедельника', 'с понедельника: 2024-05-13..'],
    ['вчера вечером', 'вчера вечером: 2024-05-14T17:00..2024-05-15'],
    ['минулого тижня', 'минулого тижня: 2024-05-06..2024-05-13'],
    ['миналата седмица', 'миналата седмица: 2024-05-06..2024-05-13'],
    ['w zeszłym tygodniu', 'zeszłym tygodniu: 2024-05-06..2024-05-13'],
    ['dwa dni temu', 'dwa dni temu: 2024-05-13..2024-05-14'],
    ['minulý týden', 'minulý týden: 2024-05-06..2024-05-13'],
    ['loni', 'loni: 2023-01-01..2024-01-01'],
    ['săptămâna trecută', 'săptămâna trecută: 2024-05-06..2024-05-13'],
    ['viime viikolla', 'viime viikolla: 2024-05-06..2024-05-13'],
    ['lokakuun jälkeen', 'lokakuun jälkeen: 2023-11-01..'],
    ['múlt héten', 'múlt héten: 2024-05-06..2024-05-13'],
    ['2024. március', '2024. március: 2024-03-01..2024-04-01'],
    ['geçen hafta', 'geçen hafta: 2024-05-06..2024-05-13'],
    ['3 gün önce', '3 gün önce: 2024-05-12..2024-05-13'],
    ['minggu lalu', 'minggu lalu: 2024-05-06..2024-05-13'],
    ['昨天我们讨论了什么', '昨天: 2024-05-14..2024-05-15'],
    ['上个月的会议', '上个月: 2024-04-01..2024-05-01'],
    ['先週の会議', '先週: 2024-05-06..2024-05-13'],
    ['2024年3月5日の予定', '2024年3月5日: 2024-03-05..2024-03-06'],
    ['지난주에 무엇을 했지', '지난주: 2024-05-06..2024-05-13'],
    ['3일 전', '3일 전: 2024-05-12..2024-05-13'],
    ['เมื่อวานเราคุยอะไร', 'เมื่อวาน: 2024-05-14..2024-05-15'],
  ])('%s', (query, expected) => {
    expect(spansOf(query)).toEqual([expected]);
  });
});

describe('readTimes is not misled by', () => {
  it.each([
    '',
    'I may be wrong',
    'may I see the notes',
    'you may 5 people invite',
    '5 may fail',
    'march 10 miles with the band',
    'they march on Washington',
    'what did April say about the plan',
    "June's birthday present",
    'email from August',
    'the second option',
    'give me a second',
    'last minute changes',
    'the last day of school',
    'last time we met',
    'the previous owner',
    'version 3.14',
    'python 3.12.1',
    'release v2024',
    'node 20.11',
    'port 2024',
    '2000 users',
    'in 2000 lines of code',
    '1920x1080',
    '1920 by 1080 screen',
    'issue #2023',
    'CVE-2024-1234',
    'ISO-2022',
    '$2000 budget',
    '2,000 requests',
    'file_2024.txt',
    'src/2024/notes',
    '10.0.20.24',
    'at 15:30',
    '50% of 5',
    'ratio 3/4',
    '03/04/2024',
    '2024-13-45',
    '99/99/2024',
    'takes 3 days',
    'built in 3 days',
    'every day',
    'day and night',
    'a week of work',
    'how many months',
    'Spring Boot in Java',
    'fall back to words',
    'winter is coming',
    'sat on the mat in the sun',
    'wed to the idea',
    'decimal and dec to hex',
    'jan wrote this',
    'mar the surface',
    'q1 of the questionnaire',
    'tag release',
    'mars rover on mars',
    'was ist hier passiert',
    'ma come va',
    'sedan or coupe',
    'the weekend',
    'monthly report',
    'yesterdays',
    'mondays',
    'x'.repeat(50),
    '\u0000\ud800 \udfff',
  ])('%j', (query) => {
    expect(spansOf(query)).toEqual([]);
  });
});

describe('readTimes hears of events', () => {
  it.each([
    ['what did we plan before the launch?', 'before', 'the launch'],
    ['after we moved to Berlin', 'after', 'we moved to Berlin'],
    ['what changed since the migration to Postgres', 'since', 'the migration to Postgres'],
    ['until the release', 'until', 'the release'],
    ['who spoke during the kick-off, and about what', 'during', 'the kick-off'],
    ['after the outage what did we change', 'after', 'the outage'],
    ['was geschah, bevor wir nach Berlin zogen', 'before', 'wir nach Berlin zogen'],
    ['что мы делали после запуска', 'after', 'запуска'],
  ])('%s', (query, relation, text) => {
    expect(readTimes(query, NOW)).toEqual({ spans: [], event: { relation, text } });
  });

  it.each([
    'have I seen this before?',
    'before and after',
    'who looked after the dog',
    'after all',
    'since then',
    'until now',
    'day after day',
    'what is he named after',
    'after 3 attempts',
    'up to the user',
    'sedan cars',
    'since Monday',
    'before March 2024',
  ])('not in %j', (query) => {
    expect(readTimes(query, NOW).event).toBeUndefined();
  });

  it('beside a time', () => {
    const { spans, event } = readTimes('what did we do last week after the demo', NOW);
    expect(spans.map((span) => span.text)).toEqual(['last week']);
    expect(event).toEqual({ relation: 'after', text: 'the demo' });
  });
});

describe('readTimes at the edges of the calendar', () => {
  it.each([
    ['yesterday', Date.UTC(2024, 2, 1), 'yesterday', '2024-02-29..2024-03-01'],
    ['last month', Date.UTC(2024, 0, 31), 'last month', '2023-12-01..2024-01-01'],
    ['last week', Date.UTC(2024, 0, 1), 'last week', '2023-12-25..2024-01-01'],
    ['last Monday', Date.UTC(2024, 4, 13), 'last Monday', '2024-05-06..2024-05-07'],
    ['on Monday', Date.UTC(2024, 4, 13), 'Monday', '2024-05-13..2024-05-14'],
    ['last summer', Date.UTC(2024, 6, 1), 'last summer', '2023-06-01..2023-09-01'],
    ['last summer', Date.UTC(2024, 8, 1), 'last summer', '2024-06-01..2024-09-01'],
    ['last May', Date.UTC(2024, 4, 15), 'last May', '2023-05-01..2023-06-01'],
    ['the past month', Date.UTC(2024, 2, 31), 'past month', '2024-03-02..2024-04-01'],
    ['on 29 February', Date.UTC(2027, 5, 1), '29 February', '2024-02-29..2024-03-01'],
    ['last year', 0, 'last year', '1969-01-01..1970-01-01'],
  ])('%s', (query, now, text, expected) => {
    const [span] = readTimes(query, now).spans;
    expect(span?.text).toBe(text);
    expect(`${show(span?.from)}..${show(span?.before)}`).toBe(expected);
  });

  it('never throws, whatever the query and the clock', () => {
    const words =
      'last next 3 9999 99 days years ago in may 31 february between and to 2024 - . , the of Q3 before since'.split(
        ' ',
      );
    let state = 7;
    const random = (below: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below;
    for (let i = 0; i < 3000; i++) {
      const query = Array.from({ length: 1 + random(12) }, () => words[random(words.length)]).join(
        random(4) ? ' ' : '',
      );
      for (const span of readTimes(query, i % 2 ? NOW : 8.64e15).spans) {
        expect((span.from ?? -Infinity) < (span.before ?? Infinity), query).toBe(true);
      }
    }
  });
});

describe('readTime takes a text that is a time and nothing else', () => {
  it.each([
    ['last week', '2024-05-06..2024-05-13'],
    ['3 days ago', '2024-05-12..2024-05-13'],
    ['March 2024', '2024-03-01..2024-04-01'],
    [' march ', '2024-03-01..2024-04-01'],
    ['May', '2024-05-01..2024-06-01'],
    ['2023', '2023-01-01..2024-01-01'],
    ['2024-03', '2024-03-01..2024-04-01'],
    ['the end of 2023', '2023-09-01..2024-01-01'],
    ['прошлый месяц', '2024-04-01..2024-05-01'],
    ['since Monday', '2024-05-13..'],
    ['昨天', '2024-05-14..2024-05-15'],
  ])('%s', (text, expected) => {
    const time = readTime(text, NOW);
    expect(time && `${show(time.from)}..${show(time.before)}`).toBe(expected);
  });

  it.each(['', 'soon', 'the launch', 'last week or so I think', '03/04/2024', '42', 'March and May', 'version 2'])(
    'not %j',
    (text) => {
      expect(readTime(text, NOW)).toBeNull();
    },
  );
});
