/** Dates and amounts, in figures and in the words of a few languages. */
import type { Pattern } from './pattern.ts';

const MONTHS = [
  'Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?',
  'Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember',
  'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre',
  'январ[ья]|феврал[ья]|марта?|апрел[ья]|ма[йя]|июн[ья]|июл[ья]|августа?|сентябр[ья]|октябр[ья]|ноябр[ья]|декабр[ья]',
].join('|');
const YEAR = String.raw`(?:1\d{3}|20\d{2})`;
const DAY = String.raw`(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|\.)?`;
const OPEN = String.raw`(?<![\p{L}\p{N}_/.-])`;
const SHUT = String.raw`(?![\p{L}\p{N}_/]|[.,]\d)`;
const of = String.raw`(?:\s(?:of|de|del)){0,1}\s`;

const date = (body: string, confidence = 0.95): Pattern => ({
  type: 'date',
  regex: new RegExp(`${OPEN}${body}${SHUT}`, 'gu'),
  confidence,
});

export const DATES: readonly Pattern[] = [
  date(
    String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?`,
    1,
  ),
  date(String.raw`${DAY}${of}(?:${MONTHS})(?:,|${of.slice(0, -2)})?\s?,?\s?${YEAR}`),
  date(String.raw`(?:${MONTHS})\s${DAY}\s?,?\s${YEAR}`),
  date(String.raw`(?:${MONTHS})\s?,?(?:\s(?:of|de))?\s${YEAR}`),
  date(String.raw`${DAY}${of}(?:${MONTHS})`),
  date(String.raw`(?:${MONTHS})\s${DAY}`, 0.9),
  date(String.raw`\d{1,2}[./]\d{1,2}[./](?:19|20)\d{2}`),
  date(String.raw`(?:19|20)\d{2}/\d{1,2}/\d{1,2}`),
  date(String.raw`[QH][1-4]\s${YEAR}`),
  date(String.raw`(?:(?:early|mid|late)[ -])?(?:1[5-9]|20)\d0s`, 0.9),
  {
    type: 'date',
    regex: new RegExp(
      String.raw`(?<=(?:[Ii]n|[Ss]ince|[Ff]rom|[Uu]ntil|[Tt]ill|[Bb]y|[Oo]f|[Tt]o|[Dd]uring|[Bb]efore|[Aa]fter|[Aa]round|[Cc]irca|and|or|the|early|late|mid|spring|summer|autumn|fall|winter|seit|im Jahr|[Ee]n|[Dd]epuis|[Dd]esde|[Dd]al|[Nn]el|[Вв]|[Сс]|[Дд]о|по)\s|[(–-]\s{0,2}|,\s)${YEAR}(?![\p{L}\p{N}_/:%]|[.,]\d|-\d{3}|\s(?:${MONTHS}))`,
      'gu',
    ),
    confidence: 0.85,
  },
  {
    type: 'date',
    regex: new RegExp(
      String.raw`${OPEN}(?:1[5-9]\d{2}|20[0-4]\d)(?=\s?[–-]\s?(?:(?:1[5-9]|20)?\d{2}|present|now)(?![\d-]))`,
      'gu',
    ),
    confidence: 0.85,
  },
];

const NUMBER = String.raw`\d{1,12}(?:[ ,.]\d{3}){0,5}(?:[.,]\d{1,6})?`;
const SCALE = String.raw`(?:\s?(?:[kKmM]|bn|thousand|million|billion|trillion|Mio|Mrd|млн|млрд|тыс)\b\.?)?`;
const UNITS =
  'USD|EUR|GBP|JPY|CHF|RUB|CNY|INR|BTC|ETH|dollars?|euros?|pounds?|yen|rubles?|roubles?|рубл(?:ей|я|ь)|cents?|bucks?|percent|per cent|kg|km|cm|mm|mi|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|feet|ft|lbs?|pounds|grams?|tons?|tonnes|acres?|hectares?|liters?|litres?|GB|MB|KB|kB|TB|GiB|MiB|KiB|bytes?|bits?|ms|µs|ns|Hz|kHz|MHz|GHz|kW|MW|GW|kWh|MWh|mph|km²|m²|°C|°F|tokens|rows|users|people|inhabitants|residents|employees|requests';

export const AMOUNTS: readonly Pattern[] = [
  {
    type: 'amount',
    regex: new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:US|CA|AU|A|C|NZ|HK)?[$€£¥₽₹]\s?${NUMBER}${SCALE}`, 'gu'),
    confidence: 0.95,
    trailing: /[.,\s]+$/u,
  },
  {
    type: 'amount',
    regex: new RegExp(
      String.raw`(?<![\p{L}\p{N}_.,])${NUMBER}\s?(?:[€£₽%‰]|(?:(?:thousand|million|billion|trillion|млн|млрд)\s)?(?:${UNITS})(?![\p{L}\p{N}_]))`,
      'gu',
    ),
    confidence: 0.9,
  },
];
