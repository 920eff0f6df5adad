/**
 * Whether a question is about how things are, about something that happened, or about how things once were. Read by the small words with which a
 * language says so, and by nothing else: a question in other words, or in another language than these, is taken to be about how things are.
 */
export type Asked = 'now' | 'event' | 'past';

interface Words {
  /** Say that something was otherwise, or ask for what came before. A star stands for any ending. */
  readonly before: string;
  /** Adverbs: they say of the question itself that it is about the present. */
  readonly now: string;
  /** Forms of "be", "have", "do" and "become" that are of the past in any sentence. */
  readonly past: string;
}

/** One language a line; words of one that mean something else in another are left out. */
const WORDS: readonly Words[] = [
  {
    before:
      'formerly|former|originally|original|initially|previously|previous|earlier|earliest|before|used? to|at first|back then|in the beginning',
    now: 'currently|now|nowadays|recently|today|these days|at the moment|still',
    past: 'did|was|were|had',
  },
  {
    before:
      'früher*|ursprünglich*|anfangs|vorher*|zuvor|damals|damalig*|ehemalig*|vorig*|vorgänger*|einst|zuerst|anfänglich*|bevor',
    now: 'jetzt|derzeit|zurzeit|momentan|heute|heutzutage|gegenwärtig|aktuell|inzwischen',
    past: 'war|waren|hatte|hatten|wurde|wurden',
  },
  {
    before:
      "auparavant|autrefois|jadis|anciennement|ancien|anciens|ancienne|anciennes|précédent*|initialement|à l['’]origine|au début|au départ|avant|d['’]abord",
    now: "maintenant|actuellement|aujourd['’]hui|en ce moment|désormais",
    past: 'était|étaient|avait|avaient|fut|furent|été',
  },
  {
    before:
      'antes|antiguamente|antigu[oa]s?|anterior|anteriores|anteriormente|originalmente|inicialmente|previamente|al principio|al inicio|en aquel entonces|antaño',
    now: 'ahora|actualmente|hoy|en este momento|hoy en día|todavía',
    past: 'fue|fueron|era|eran|había|habían|hubo|hizo|hicieron',
  },
  {
    before: 'раньше|ранее|прежде|прежн*|первоначально|изначально|вначале|сначала|поначалу|предыдущ*|бывш*|до',
    now: 'сейчас|теперь|сегодня|нынче|до сих пор|в настоящее время',
    past: 'был|была|было|были',
  },
];
/** Of a language that writes without spaces. */
const UNSPACED = {
  before: '以前|之前|原来|原先|原本|最初|起初|当初|过去|一开始|曾经|前任|旧',
  now: '现在|目前|如今|当前|今天',
  past: '了',
};

const SAYS = { before: saying('before'), now: saying('now'), past: saying('past') };

export function asksAbout(question: string): Asked {
  if (SAYS.now.test(question)) return 'now';
  if (SAYS.before.test(question)) return 'past';
  return SAYS.past.test(question) ? 'event' : 'now';
}

function saying(what: keyof Words): RegExp {
  const words = WORDS.map((language) => language[what]).join('|');
  const spaced = words.replaceAll(' ', '\\s+').replaceAll('*', '\\p{L}*');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced})(?![\\p{L}\\p{N}])|${UNSPACED[what]}`, 'iu');
}
