/** Words that say nothing of what a paper is about: those that hold others together, and those that any paper says of itself. */
import { smallWordsIn } from '../../model/index.ts';

const JOINING =
  'a an the of in on for and or to with from by at as is are be was were we our it its this that these those can may into between under over more most than how what which who when where using based use used uses via per not no both each such also has have had their they them there then thus while during within without among through about after before some many several other all any but if so only well very one two first second however therefore although because since';
const OF_ITSELF =
  'new novel study studies studied result results resulting approach approaches method methods paper papers article show shows shown showed present presents presented propose proposes proposed describe describes described discuss discussed introduce introduces introduced investigate investigated examine examined demonstrate demonstrates demonstrated provide provides provided improve improves improved work works research researchers recent recently different various important significant significantly general current existing previous addition aim abstract introduction conclusion conclusions';

const SMALL = new Set(`${JOINING} ${OF_ITSELF}`.split(' '));

/** In lower case. */
export function isSmall(word: string): boolean {
  return SMALL.has(word);
}

/** Its words but for small ones, in the language that it is in. */
export function wordsThatSay(text: string): string[] {
  const joining = smallWordsIn(text);
  return (text.match(/[\p{L}][\p{L}\p{N}-]+/gu) ?? []).filter((word) => {
    const lower = word.toLowerCase();
    return !isSmall(lower) && !joining.has(lower);
  });
}
