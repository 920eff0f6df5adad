/**
 * Light stemmers for languages whose library stemmer is missing (Czech, Polish) or not fit for use: the Ukrainian one
 * answers differently from call to call, the Bulgarian one throws. The longest known ending goes, once, if enough is left;
 * consonants that soften before an ending are hardened again.
 */
type Stemmer = (word: string) => string;

const LONGEST_ENDING = 7;

interface Endings {
  readonly endings: string;
  readonly shortestStem: number;
  /** Last letters of the stem that an ending had softened, with what they were. */
  readonly softened?: Readonly<Record<string, string>>;
}

function lightStemmer({ endings, shortestStem, softened = {} }: Endings): Stemmer {
  const soft = Object.entries(softened);
  let known: ReadonlySet<string> | undefined;
  return (word) => {
    known ??= new Set(endings.split(' '));
    const stem = withoutEnding(word, known, shortestStem);
    const change = soft.find(([ending]) => stem.endsWith(ending));
    return change ? stem.slice(0, -change[0].length) + change[1] : stem;
  };
}

function withoutEnding(word: string, endings: ReadonlySet<string>, shortestStem: number): string {
  for (let length = Math.min(LONGEST_ENDING, word.length - shortestStem); length > 0; length--) {
    if (endings.has(word.slice(-length))) return word.slice(0, -length);
  }
  return word;
}

export const czech = lightStemmer({
  endings:
    'atech ětem etem atům ech ich ích ého ěmi emi ému ete eti iho ího ími imu ách ata aty ých ama ami ové ovi ými em es ém ím ům at ám os us ým mi ou a á e é ě i í o u ů y ý ovat uje ují uji ujeme oval ovala ovali al ala ali alo il ila ili ilo el ela eli elo ět it íme áme eme aji ají ějí ejí ost osti ostí ného ní ních ním ních ný ná né nou',
  shortestStem: 3,
  softened: { št: 'sk', čt: 'ck', c: 'k', č: 'k', ž: 'h', z: 'h', ř: 'r', š: 's' },
});

export const polish = lightStemmer({
  endings:
    'owie ami ach om ów ego emu ych ymi ich imi iej ej ą ę a e i o u y em iem ie owi ie iach iami iom iów ia ię ią ią ość ości ością ować uje ują ował owała owali owało ać ić yć eć ał ała ali ało ały ił iła ili iło iły ył yła yli ało ają ają amy emy imy acie ecie icie asz esz isz am anie ania aniu eniem enie enia eniu ny na ne nej nego nych nym nymi',
  shortestStem: 3,
  softened: { dz: 'd', rz: 'r', c: 'k', ć: 't', ś: 's', ź: 'z', ń: 'n' },
});

export const ukrainian = lightStemmer({
  endings:
    'ами ями ах ях ів їв ові еві єві ом ем єм ою ею єю ам ям а я у ю і ї о е є и ь й ий ій ого ього ому ьому им ім їм их іх їх ими іми їми ої ьої ої ати яти ити іти ать ять ить ають яють ують юють ує ував увала ували увати ала яла ила іла ало яло ило ало али яли или іли ав яв ив ів ться тися лася лися вся емо имо єте ете ите ння нням нню ості істю ість ен ена ене ені ка ки ку ок ку ком ці',
  shortestStem: 3,
  softened: { ц: 'к', з: 'г', ж: 'г', ч: 'к' },
});

export const bulgarian = lightStemmer({
  endings:
    'ът ят та то те ия ият ове овете ища ищата и ите а ата я ята е ето о ото еве евете ци ците ен на но ни ният ната ното ните ки ка ко ския ската ските ам яш аш еш иш ем им ете ат ят ах яха аха ал ала али ено ена ени ване ването ане ането ение ението ения енията',
  shortestStem: 3,
});
