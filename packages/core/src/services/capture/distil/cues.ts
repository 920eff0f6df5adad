/**
 * What speaks for a sentence being worth keeping, and as what: words of English grammar and everyday speech, each with a weight that anybody can read. A
 * sentence gets the sum of its cues; what stands for no kind counts for all of them. Other languages need a language model.
 */
import type { CaptureKind, Speaker } from './kinds.ts';

export interface Cue {
  readonly name: string;
  readonly weight: number;
  readonly pattern: RegExp;
  /** Only of these words. */
  readonly who?: Speaker;
}

const cue = (name: string, weight: number, pattern: RegExp, who?: Speaker): Cue => ({
  name,
  weight,
  pattern,
  ...(who === undefined ? {} : { who }),
});

const CODE = /`(?:[A-Z_]+=\S+ )*[a-z.~/][\w.~/:-]{0,60}(?: [^`]+)+`|`\.{0,2}\/[^`]+`/;
/** A program that is no word of English, and what it is to do. */
const PROGRAM =
  'npm|npx|pnpm|yarn|git|docker|podman|kubectl|helm|cmake|cargo|pip3?|poetry|pytest|ruff|scp|rsync|curl|wget|psql|mysql|redis-cli|terraform|gradle|mvn|dotnet|gcloud|apt-get|systemctl|journalctl|xcodebuild|ffmpeg|go (?:run|build|test|mod|get|install)';
/** Others are commands where a flag, a path or a setting follows. */
const PERHAPS =
  'make|node|bun|deno|python3?|uv|ssh|php|ruby|bundle|rails|rake|gh|aws|az|brew|apt|adb|flutter|sudo|bash|sh|java|perl|composer|ansible\\S*';
const BARE_COMMAND = new RegExp(
  `(?:^|[\\s:;,(\`])(?:(?:${PROGRAM}) [a-z0-9-][\\w:@./=-]*(?: \\S+)|(?:${PERHAPS})(?: [\\w-]+){0,2} (?:-{1,2}\\w|\\S*[\\w)][./=@]\\w)|\\./\\S+)`,
);

export const KIND_CUES: Readonly<Record<CaptureKind, readonly Cue[]>> = {
  decision: [
    cue('decided', 3, /\b(?:decided|agreed|settled on|chosen|chose|opted|picked|made up (?:my|our) mind)\b/i),
    cue(
      'let us',
      2.5,
      /\b(?:let['’]?s|let us|we['’]ll|we will|we shall|we(?:['’]re| are) (?:going to|gonna)|i(?:['’]m| am) (?:going to|gonna))\s+(?:now\s+)?(?:use|stick|keep|drop|ship|switch|move|stay|build|split|stop|support|remove|replace|merge|release|host|write)\b/i,
    ),
    cue('go with', 2.5, /\bgo(?:ing)?(?: ahead)? (?:with|for)\b/i),
    cue(
      'plan',
      2.5,
      /\b(?:the plan is|final (?:answer|decision)|from now on|we are moving|we['’]re moving|i(?:['’]m| am) moving)\b/i,
    ),
    cue(
      'changed',
      2,
      /\b(?:switched|migrated|replaced|moved (?:the|our|all|everything)|dropped)\b.{0,60}\b(?:to|with|from|by|support)\b/i,
    ),
    cue('then we', 2, /^(?:ok(?:ay)?,? )?then (?:we|i)\b/i, 'user'),
    cue('instead', 1, /\b(?:instead of|rather than|no longer|as you asked)\b/i),
    cue(
      'will be',
      2,
      /\b(?:will|shall) (?:be|stay|remain|become|go|live)\b|\bbecomes\b|\bstays at\b|\bis out\b/i,
      'user',
    ),
  ],
  preference: [
    cue(
      'prefer',
      3,
      /\b(?:i|we)(?:['’]d| would)? (?:really |much |always )?(?:prefer|rather)\b|\bi['’]d rather\b/i,
      'user',
    ),
    cue(
      'liking',
      2.5,
      /\b(?:i|we) (?:really |just |absolutely |also )?(?:like|love|enjoy|hate|dislike|adore|can['’]t stand|cannot stand|don['’]t like|don['’]t want)\b|\bmy favou?rite\b|\b(?:big|huge) fan of\b/i,
      'user',
    ),
    cue('always', 2.5, /\b(?:always|never|everywhere|by default|unless i|from now on)\b/i, 'user'),
    cue('told what not', 2, /^(?:please )?(?:don['’]t|do not|never|always|stop|avoid|prefer|call me)\b/i, 'user'),
    cue('told how', 1.25, /^(?:please )?(?:use|keep|answer|write|speak|stick to|be|format)\b/i, 'user'),
    cue(
      'in general',
      2,
      /\b(?:in this (?:repo|repository|project|codebase)|when(?:ever)? you|in the (?:docs|code|interface|tests)|each time|every time)\b/i,
      'user',
    ),
    cue('not that', 1, /,? not \w+/i, 'user'),
    cue('habit', 2.5, /\bi (?:usually|normally|tend to|mostly|generally)\b/i, 'user'),
    cue('we want', 2.5, /\bwe want\b|\bi want (?:you|all|every|our|my)\b|\bcall me \p{Lu}/iu, 'user'),
  ],
  correction: [
    cue('no', 2.5, /^(?:[Nn]o|[Nn]ope|[Ww]rong),\s+\S|^Not \p{Lu}/u, 'user'),
    cue(
      'corrects',
      3,
      /^correction\b|\bi (?:meant|misspoke|mixed (?:it|that|them) up|was wrong)\b|\bmixed it up\b|\b(?:you|i) (?:misunderstood|misread|got (?:it|that) wrong)\b/i,
    ),
    cue('wrong', 2.5, /\bthat(?:['’]s| is| was) (?:wrong|not (?:right|correct|true|what i)|incorrect|the old)\b/i),
    cue('you are right', 2, /^you(?:['’]re| are) right\b/i, 'answer'),
    cue('actually', 2, /^(?:actually|sorry)\b/i, 'user'),
    cue('this, not that', 2, /[,;] (?:and )?not (?:\S+ ){0,3}\S+$/i),
    cue('what I said', 2, /\b(?:(?:what )?i said|used to be|(?:not|n['’]t) .{1,60} any ?more|was the old)\b/i),
    cue(
      'not that, this',
      2,
      /\b(?:isn['’]t|is not|don['’]t|do not|doesn['’]t|there is no|aren['’]t)\b[^.]*[,;:] (?:but |it['’]s|it is|we |i |use )/i,
      'user',
    ),
    cue('there is no', 1.5, /\bthere is no\b|\bbut it is\b/i, 'user'),
    cue('now', 1, /\bnow\b[,.]|\bnow\b, not\b/i),
  ],
  'failed-attempt': [
    cue(
      'did not help',
      3,
      /\b(?:did(?:n['’]t| not)|do(?:n['’]t| not)|does(?:n['’]t| not)|never|neither .{1,80} nor .{1,80}) (?:really |actually )?(?:help|work|fix|solve|do anything|change anything|get rid)(?:ed|s|d)?\b/i,
    ),
    cue(
      'failed',
      2.5,
      /\b(?:failed (?:because|with|to|for|at)|was a dead end|dead end|gave up|made (?:it|things) worse|made no difference|no luck|same error|in vain|for nothing|backfired)\b/i,
    ),
    cue('tried', 2, /\b(?:tried|attempted|experimented|tested out)\b/i),
    cue(
      'broke',
      1.5,
      /\b(?:broke|crashed|reverted|rolled back|timed out|ran out of|too slow|downgraded|still (?:ran|fails|failed|broken))\b/i,
    ),
  ],
  command: [
    cue('command', 2.5, CODE),
    cue('bare command', 3, BARE_COMMAND),
    cue(
      'what it does',
      1,
      /\b(?:run|runs|use|start|starts|deploy|works?|worked|passes|applied with|renew(?:ed)? by|gets you|copies|format|comes from|with|by)\b/i,
    ),
  ],
  'open-end': [
    cue('to do', 3, /\bto-?do\b|\bstill open\b|\bnot done\b|\bopen question\b|\bfollow[- ]up\b|\bnext steps?\b/i),
    cue(
      'still has to',
      2.5,
      /\b(?:still (?:need|needs|have|has) to|what remains|remains? (?:to be|open)|what(?:['’]s| is) left|(?:is|are) (?:still )?left|yet to)\b/i,
    ),
    cue(
      'not yet',
      2.5,
      /\bnot (?:\w+ )?(?:\w+ )?yet\b|\b(?:haven['’]t|hasn['’]t|have not|has not) (?:yet |heard|got|received|decided|started|finished)/i,
    ),
    cue(
      'come back',
      3,
      /\bcome back to\b|\bremind me\b|\bdon['’]t (?:let me )?forget\b|\bpick (?:it|this) up again\b/i,
    ),
    cue(
      'should',
      2,
      /\bshould be (?:removed|fixed|replaced|updated|tested|added|cleaned|migrated|done)\b|\bat some point\b|\bwe should (?:\w+ )?(?:eventually|soon|later)\b/i,
    ),
    cue(
      'have to',
      2,
      /\b(?:i|we) (?:have|need|must|ought) to\b|\bi must\b|\bi want to (?:read|try|learn|finish|visit|see|check)\b/i,
      'user',
    ),
    cue('later', 1.5, /\b(?:tomorrow|next week|next month|next time|later this|soon)\b/i),
    cue('continue', 1, /\b(?:we continue|go on with|before (?:we|launch|the release)|after the next)\b/i),
  ],
  fact: [
    cue('answer', -2.25, /^/, 'answer'),
    cue('of mine', 1, /\b(?:my|our|mine|ours)\b/i, 'user'),
    cue(
      'I live',
      1.75,
      /\bi (?:live|work|study|own|come from|grew up|was born)\b|\bi(?:['’]m| am) (?:an? |allergic|from|\d)/i,
      'user',
    ),
    cue(
      'states',
      1,
      /^(?:the|our|my|his|her|their|\p{Lu}[\p{L}'’]+)\s[\w'’ -]{0,40}?\b(?:is|are|was|were|has|have|runs?|lives?|owns?|starts?|needs?|uses?|left|belongs?|costs?|works?)\b/iu,
      'user',
    ),
    cue(
      'I am',
      1,
      /\b(?:i['’]m|i am|we['’]re|we are|i was|we were|i live|i work|i study|i have|i['’]ve|we have|we['’]ve|i own)\b/i,
      'user',
    ),
    cue(
      'I did',
      1.5,
      /\b(?:i|we)(?:['’]ve)? (?:just |recently |also |finally |already |actually |even |once |first |then |both )?(?:\w{2,}ed|got|bought|went|had|made|took|met|ran|saw|found|gave|won|lost|left|came|wrote|read|built|began|begun|became|spent|paid|sold|taught|told|heard|kept|grew|drew|flew|drove|rode|swam|sang|ate|drank|slept|wore|chose|broke|caught|brought|thought|felt|held|led|put|set|hit|cut|let|lent|sent|stood|written|done|seen|taken|given|gone|known|chosen|driven|grown|eaten|drunk|worn|broken|fallen|forgotten)\b/i,
      'user',
    ),
    cue('by the way', 1, /\b(?:by the way|btw|fyi|for context|keep in mind|note that|just so you know)\b/i),
    cue(
      'figure',
      0.75,
      /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand)\b/i,
    ),
    cue('lately', 0.5, /\b(?:just|recently|finally|lately|new|first|already|so far|currently)\b/i),
    cue(
      'when',
      0.75,
      /\b(?:yesterday|last (?:week|month|year|night|summer|winter|spring|fall|\p{Lu}\w+)|ago|since|every (?:day|week|month|year|\p{Lu}\w+)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|\d{4})\b/iu,
    ),
    cue(
      'is so',
      0.75,
      /\b(?:is|are|was|were|has|have|runs?|lives?|owns?|starts?|needs?|uses?|left|belongs?|costs?|allows?|means)\b/i,
    ),
    cue(
      'where it lies',
      1.5,
      /\b(?:lives? in|lies in|is in|comes from|is caused by|is called|named|is due to|located|points to|is defined in|is stored in|race|root cause)\b/i,
    ),
    cue(
      'of the project',
      2,
      /\b(?:your|our|the (?:bug|error|test suite|tests|build|server|service|database|api|config|repository|project|limit|deploy|pipeline|cause))\b/i,
      'answer',
    ),
    cue(
      'place in code',
      1.5,
      /`[^`]+`|\b[\w-]+\/[\w./-]+\.\w{1,4}\b|\b\w+\.(?:ts|js|py|go|rs|java|json|ya?ml|toml|md|spec|sql)\b/,
    ),
  ],
};

/** Counted for every kind. */
export const COMMON_CUES: readonly Cue[] = [
  cue('question', -5, /\?["')\]]*\s*$/),
  cue(
    'asks',
    -3,
    /^(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|may|might|have|has|what|which|who|whom|whose|why|how|when|where)\s+(?:you|i|we|it|this|that|there|they|he|she|the|a|an|do|does|did|is|are|was|were|would|could|can|if)\b/i,
  ),
  cue(
    'request',
    -3,
    /^(?:please )?(?:fix|write|show|add|run|make|look|explain|translate|summari[sz]e|continue|refactor|review|give|tell|create|update|check|find|list|help|try|implement|generate|rename|change|remove|delete|go (?!ahead with|with|for)|wait|read|open|draw|design|describe|compare|suggest|recommend|rewrite|convert|sort|move|test|debug|see|let me know|act|imagine)\b/i,
    'user',
  ),
  cue(
    'wish',
    -1.5,
    /\b(?:can you|could you|would you|i(?:['’]m| am) (?:looking (?:for|to)|wondering|curious|hoping|trying)|i was wondering|i(?:['’]d| would) (?:like|love) (?:to|you|some)|i need (?:help|some|a|to know)|do you have|any (?:suggestions|tips|advice|recommendations|ideas))\b/i,
  ),
  cue(
    'narrates',
    -4,
    /^(?:i['’]ll|i will|let me|let['’]s (?:think|look|see|start|take|begin|break)|now,? (?:i|let)|first,? (?:i|let|open|you)|i have (?:read|now|updated|added|looked)|i(?:['’]ve| have)? (?:added|fixed|updated|read|checked|looked|created|implemented|removed|renamed|changed)|here(?:['’]s| is| are)|sure|of course|certainly|absolutely|would you|feel free|looking at|reading|running|checking|i hope|meanwhile|i['’]m (?:sorry|now|going)|as an ai|done\b|i understand)/i,
    'answer',
  ),
  cue(
    'advice',
    -2,
    /\b(?:you (?:can|could|may|might|should|will|want)|consider|make sure|remember to|it['’]?s (?:important|worth|best|a good)|tips?|alternatively|if you (?:need|want|like|have))\b/i,
    'answer',
  ),
  cue(
    'hedge',
    -1,
    /\b(?:maybe|perhaps|might|possibly|in general|generally|typically|it depends|not sure|i guess|i wonder|probably)\b/i,
  ),
  cue(
    'small talk',
    -3,
    /^(?:hi|hey|hello|thanks|thank you|ok(?:ay)?|great|nice|wow|cool|awesome|amazing|haha|lol|perfect|sounds|congrat\w*|good (?:luck|morning|evening|night|job|one|idea)|no problem|you['’]re welcome|i see|i agree|exactly|really|never mind|bye|see you|take care|yes|yeah|sure|absolutely|definitely|that['’]?s (?:great|awesome|amazing|so|really|cool|nice|good|true|wonderful|right))\b/i,
  ),
  cue('points back', -0.75, /^(?:it|this|that|these|those|they|he|she|which|such|there)\b/i),
  cue(
    'feeling',
    -1,
    /\b(?:so (?:happy|excited|proud|glad|cool|awesome|fun|great|much)|can['’]t wait|means a lot|mean a lot|wish me|good luck|i['’]m (?:so |really |super )?(?:glad|excited|happy|sorry|here for)|proud of you|you (?:are|['’]re) (?:so|doing|amazing|awesome|right))\b/i,
  ),
];
