/**
 * What somebody of a chat said of themselves, told of them: "Nora: I moved to Turin" is "Nora moved to Turin". It is shorter, and stands alone. Only where the
 * speaker is the subject, the verb is known and nothing else is said from where they stand: with "my", "us" or "you" it stays as it was said.
 */
const SUBJECT = /^I(?<short>['’](?:m|ve|ll))?(?: (?<word>[\p{Ll}'’]+))?(?=[ ,]|$)/u;
const FROM_THERE =
  /\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves|you|your|yours|yourself|ya|let['’]?s|here['’]?s|y['’]?all)\b/i;
/** It ends with whom it is said to, or may. */
const ADDRESSED = /, \p{Lu}\p{Ll}+[.!?…]*$|, thanks\b/u;
/** Who is no third person. */
const NOBODY = /^(?:me|myself|you|us|we|they|them|he|him|she|her|both|all|everyone|everybody|somebody|someone):/i;
const SHORT = new Map([
  ['m', 'is'],
  ['ve', 'has'],
  ['ll', 'will'],
]);
/** In the present, of "I" and of others; what is not here is left as it was said. */
const PRESENT = new Map([
  ['am', 'is'],
  ['have', 'has'],
  ['do', 'does'],
  ["don't", "doesn't"],
  ["haven't", "hasn't"],
  ['go', 'goes'],
  ['study', 'studies'],
  ['teach', 'teaches'],
  ['watch', 'watches'],
  ['miss', 'misses'],
  ...'bake believe collect cook cycle dance dream enjoy hate help hope like live love make need own paint plan play prefer remember run sing swim use volunteer want work write'
    .split(' ')
    .map((verb) => [verb, `${verb}s`] as const),
]);
/** The same of all persons. */
const ALIKE = new Set(
  "was had did could can will would should might may must wasn't didn't can't couldn't won't wouldn't hadn't got bought went made took met ran saw found gave won lost left came wrote built began became spent paid sold taught told heard kept grew drew flew drove rode swam sang ate drank slept wore chose broke caught brought thought felt held led lent sent stood fell forgot knew spoke stole threw woke understood".split(
    ' ',
  ),
);
/** End as a past form does, and are none. */
const NO_PAST = /^(?:bleed|breed|embed|exceed|feed|heed|need|proceed|seed|shed|speed|succeed|wed|weed)$/;
/** A second verb of the same subject, which would have to change too. */
const SECOND = new RegExp(
  `\\b(?:and|but|or)(?: (?:\\p{Ll}+ly|also|even|just|now|still|then))? (?:${[...PRESENT.keys(), 'feel|find|get|give|keep|know|learn|look|meet|read|see|spend|start|take|think|try'].join('|')})\\b`,
  'iu',
);

/** `name` with its colon. */
export function toldOf(name: string, said: string): string {
  const { short, word } = SUBJECT.exec(said)?.groups ?? {};
  const verb = short === undefined ? ofOthers(word?.replace('’', "'")) : SHORT.get(short.slice(1));
  const rest = said.slice(`I${short ?? ` ${word}`}`.length);
  if (verb === undefined || NOBODY.test(name) || [FROM_THERE, ADDRESSED, SECOND].some((one) => one.test(rest)))
    return name + said;
  return `${name.replace(/:\s*$/, '')} ${verb}${rest}`;
}

function ofOthers(verb: string | undefined): string | undefined {
  if (verb === undefined) return undefined;
  const isPast = ALIKE.has(verb) || (/\p{L}{2,}ed$/u.test(verb) && !NO_PAST.test(verb));
  return PRESENT.get(verb) ?? (isPast ? verb : undefined);
}
