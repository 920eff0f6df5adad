/** Words that people write with a capital, or in capitals, without naming anything. */
const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(/\s+/u));

const CHATTER = words(
  `i im ive ill id i'm i'll i've i'd ok okay lol lmao lmfao rofl omg omfg wtf wth tbh imo imho fyi btw smh idk ikr irl af ff rt dm pm am tv xd ps pss ty thx thanks thank pls plz please yes yeah yep nope no nah wow woah whoa hey hi hello yo bye haha hahaha hehe ugh oops yay aww aw ah oh eww meh hmm hm wtaf asap rip goat tgif ftw tldr tl;dr nsfw afk brb gg ez op noob dude bro bruh sis guys mom mum mommy dad daddy mama papa grandma grandpa gosh damn shit fuck fucking ass bitch crap hell luv luvs gonna wanna gotta welp yall y'all u ur r n b c k m w x merry congrats congratulations sorry welcome nice awesome amazing omw vs v.s aka etc e.g i.e eg ie cc nb tba tbd eta faq diy usd eur btw todo note notes nb fixme warning error info debug edit update updated official lyrics ft feat mr mrs ms dr prof sr jr pt vol ch no nr fig eq sec tab ref pp ed eds et al today tomorrow yesterday mon tue wed thu fri sat jan feb mar apr jun jul aug sep sept oct nov dec internet web chapter section figure table page part step question answer q a`,
);

/** These are names only together with others. */
const PARTS = words(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december spring summer autumn winter north south east west northern southern eastern western earth sun moon black white red blue green yellow orange purple pink brown gray grey new free live love like good great happy best god lord lady man boy girl guy king music video',
);

/** Letters are drawn out, or nothing but laughter: no name is spelled like this. */
const DRAWN_OUT = /(\p{L})\1\1|^(?:ha|he|hi|ja|lo|xa|ke){3,}/iu;

export function isChatter(lower: string): boolean {
  return CHATTER.has(lower) || DRAWN_OUT.test(lower);
}

/** Says nothing when it stands alone. */
export function isEmptyAlone(lower: string): boolean {
  return isChatter(lower) || PARTS.has(lower);
}
