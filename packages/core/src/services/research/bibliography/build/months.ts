/** Months and seasons by name, in the languages in which bibliographies are mostly written. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'janvier', 'enero', 'gennaio', 'janeiro', 'januari', 'января', 'январь'],
  ['february', 'februar', 'février', 'fevrier', 'febrero', 'febbraio', 'fevereiro', 'februari', 'февраля', 'февраль'],
  ['march', 'märz', 'maerz', 'mars', 'marzo', 'março', 'maart', 'марта', 'март'],
  ['april', 'avril', 'abril', 'aprile', 'апреля', 'апрель'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei', 'мая', 'май'],
  ['june', 'juni', 'juin', 'junio', 'giugno', 'junho', 'июня', 'июнь'],
  ['july', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'июля', 'июль'],
  ['august', 'août', 'aout', 'agosto', 'augustus', 'августа', 'август'],
  ['september', 'septembre', 'septiembre', 'settembre', 'setembro', 'сентября', 'сентябрь'],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro', 'октября', 'октябрь'],
  ['november', 'novembre', 'noviembre', 'novembro', 'ноября', 'ноябрь'],
  ['december', 'dezember', 'décembre', 'decembre', 'diciembre', 'dicembre', 'dezembro', 'декабря', 'декабрь'],
];

export const SEASONS = ['Spring', 'Summer', 'Autumn', 'Winter'] as const;
const SEASON_WORDS: readonly (readonly string[])[] = [
  ['spring', 'frühling', 'frühjahr', 'printemps', 'primavera'],
  ['summer', 'sommer', 'été', 'verano', 'estate'],
  ['autumn', 'fall', 'herbst', 'automne', 'otoño', 'autunno'],
  ['winter', 'hiver', 'invierno', 'inverno'],
];

const BY_WORD = new Map(MONTHS.flatMap((words, i) => words.map((word) => [word, i + 1] as const)));
const BY_SEASON = new Map(SEASON_WORDS.flatMap((words, i) => words.map((word) => [word, i + 1] as const)));

/** Three letters are enough in English, German and French; `9` and `09` are months too where one is asked for. */
export function monthOf(word: string): number | null {
  const name = word.toLowerCase().replace(/\.$/, '');
  const exact = BY_WORD.get(name);
  if (exact !== undefined) return exact;
  if (name.length < 3 || !/^\p{L}+$/u.test(name)) return null;
  if (name === 'mär') return 3;
  for (const [full, month] of BY_WORD) if (full.startsWith(name) && name.length <= 4) return month;
  return null;
}

export function monthNumber(text: string): number | null {
  const number = /^\d{1,2}$/.test(text.trim()) ? Number(text) : monthOf(text.trim());
  return number !== null && number >= 1 && number <= 12 ? number : null;
}

export function seasonOf(word: string): number | null {
  return BY_SEASON.get(word.toLowerCase()) ?? null;
}

export const MONTH_ABBREVIATIONS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
] as const;
