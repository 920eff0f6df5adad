/**
 * The words that tell a relation, each line one: its type, what it goes from and to, and the phrases between the two, in
 * dictionary forms without articles, adjectives and adverbs. ROLE is any word for what somebody is. Behind `<` are the
 * phrases that name the two the other way round: `founded by`.
 */
const TABLE = `
WORKS_FOR      person > organization | work for; work at; work with; be employ by; employ at; employ by; join; serve in; serve at; ROLE at; ROLE for; join as; hire by; be hire by; intern at; work as ROLE at; work as ROLE for; teach at; professor at; professor of at; lecturer at | hire; employ; 's ROLE; recruit
HEADS          person > organization,place | ROLE of; head of; lead; run; manage; ceo of; president of; chairman of; director of; minister of; mayor of; governor of; king of; queen of; head; chair; direct; preside over; command; rule; reign over; captain; coach; manager of; leader of; chief of | lead by; run by; head by; manage by; direct by; chair by; command by; rule by; govern by; ceo; president; chairman; 's president; 's ceo; 's mayor; 's leader; 's head; 's king; prime minister; mayor; 's prime minister
FOUNDED        person,organization > organization,product,technology,event | found; co-found; cofound; establish; start; set up; create; launch; be founder of; founder of; co-founder of; form | found by; establish by; create by; start by; launch by; form by; co-found by; set up by; be found by; be creation of
WROTE          person > work,concept | write; author; co-write; pen; author of; writer of; book; novel; publish book; publish novel | write by; author by; novel by; book by; be novel by; be book by; co-write by; poem by; play by; article by; paper by; script by; lyric by; 's novel; 's book; 's poem; 's play; 's paper; pen by; be write by
COMPOSED       person > work,concept | compose; composer of | compose by; music by; be compose by; score by; symphony by; opera by
PERFORMED      person,organization > work,concept | record; perform; sing; release; release album; release single; cover; album; single; song | record by; perform by; sing by; album by; song by; single by; be album by; be song by; be single by; studio album by; track by; ep by; be ep by; 's album; 's song; 's single; release by; cover by; hit by; be perform by; album from; mixtape by; remix by
DIRECTED       person > work,concept | direct; film | direct by; film by; be film by; be film direct by; film direct by; 's film; movie by; be direct by; drama by
PRODUCED       person,organization > work,product,concept | produce; co-produce; producer of; make; manufacture; sell | produce by; co-produce by; be produce by; make by; manufacture by; be make by; be manufacture by; show produce by
PUBLISHED      organization > work,product,concept | publish; distribute; issue; ship | publish by; distribute by; be publish by; issue by; be distribute by; air on; broadcast on; air by; broadcast by
DEVELOPED      person,organization > product,technology,work,concept,place | develop; design; invent; build; inventor of; designer of; developer of; maintain; open-source; release; maintainer of; architect of | develop by; design by; invent by; build by; be develop by; be design by; be build by; be invent by; maintain by; engineer by; game by; app by; library by; tool by
CREATED        person,organization > work,product,technology,concept | create; paint; creator of; draw; sculpt; illustrate | create by; paint by; be create by; painting by; draw by; illustrate by; be creation of
RELEASED_BY    work,product > organization | release on; release through; release by; be release on; be release by; be release through; release via; label
FEATURES       work > person,concept | feature; about; follow; tell story of; depict; character | character in; appear in; character from; protagonist of; be character in; voice in
STARS          work > person | star; be star; with star | star in; appear in; act in; play in; guest star in; cast in
ACQUIRED       organization,person > organization,product | acquire; buy; purchase; take over; merge with; acquisition of | acquire by; buy by; purchase by; take over by; sell to; be acquire by; be buy by; be purchase by; be take over by; be sell to
OWNS           organization,person > organization,product,place,work | own; operate; owner of | own by; operate by; be own by; be subsidiary of; subsidiary of; be division of; division of; be unit of; belong to; be brand of; owned by
BORN_IN        person > place | bear in; be bear in; bear at; native of; be native of; bear near
DIED_IN        person > place | die in; die at; be kill in; kill in; pass away in; bury in; be bury in
BORN_ON        person > date | bear; bear on; be bear; be bear on; bear in; be bear in
DIED_ON        person > date | die; die on; pass away on; die in; pass away in; be kill on
LIVES_IN       person > place | live in; reside in; move to; settle in; live at; grow up in; raise in; emigrate to; immigrate to; relocate to; be base in; stay in; be from; come from
LOCATED_IN     place,organization,event,product,work > place | in; of in; be in; locate in; be locate in; situate in; be situate in; be base in; base in; headquarter in; be headquarter in; lie in; be village in; village in; town in; city in; be town in; be city in; be commune in; be municipality in; municipality in; be district of; district of; be district in; district in; county in; be county in; suburb of; be suburb of; province of; be province of; region of; capital of; be capital of; be neighbourhood in; be neighborhood in; be river in; river in; be lake in; be island in; island in; take place in; be hold in; hold in; at; be part of; open in; near; be hold at; hold at; stadium in; school in; university in; church in; on | be home to; home to; include; contain; capital; 's capital
PART_OF        place,organization,product,technology,work,concept,event > place,organization,product,technology,work,concept,event | part of; be part of; component of; be component of; division of; branch of; member of; be member of; be subsidiary of; section of; chapter of; include in; be include in; belong to; from album; on album; be single from; single from; track on | include; contain; consist of; comprise; be compose of
PLAYS_FOR      person > organization | play for; sign for; sign with; debut for; compete for; draft by; be draft by; trade to; loan to; be loan to; transfer to; play with; select by; be select by; captain; goalkeeper for; midfielder for; defender for; striker for; forward for; footballer for
MEMBER_OF      person,organization,place > organization | member of; be member of; belong to; sign to; be part of; join; represent; drummer of; singer of; guitarist of; bassist of; debut for; serve on; elect to | member; player; 's player
STUDIED_AT     person > organization | study at; graduate from; attend; be educate at; educate at; receive degree from; student at; student of; enrol at; enroll at; phd from; degree from; degree at; alumnus of; train at; earn degree from; study in
SPOUSE_OF      person > person | marry; be marry to; marry to; wife of; husband of; spouse of; be wife of; be husband of; wife; husband; 's wife; 's husband; marriage to; divorce; widow of; partner of; 's partner
CHILD_OF       person > person | son of; daughter of; child of; be son of; be daughter of; be child of; be bear to; bear to | father of; mother of; parent of; be father of; be mother of; son; daughter; 's son; 's daughter; 's child
PARENT_OF      person > person | 's-parent | 's father; 's mother; father; mother
SIBLING_OF     person > person | brother of; sister of; sibling of; be brother of; be sister of; brother; sister; 's brother; 's sister; twin brother; half-brother
KNOWS          person > person | meet; meet with; work with; friend of; be friend of; 's friend; friend with; collaborate with; talk to; talk with; speak to; call; email; know; introduce; mentor; colleague of; invite
PARTICIPATED_IN person,organization,place > event | compete in; compete at; participate in; take part in; fight in; win; attend; play in; qualify for; play at; win medal at; finish in; represent in; speak at; serve in; serve during; at; enter; present at; die in | win by
AWARDED        person,organization,work > event,work,concept | win; receive; be award; award; be nominate for; nominate for; recipient of; win award for; be honor with
CAPITAL_OF     place > place | be capital of; capital of; be capital city of; seat of; be seat of; be county seat of | capital; 's capital
USES           organization,person,product,technology,package,file,symbol,concept,work > technology,product,package | use; rely on; run on; be build on; build on; build with; be build with; be write in; write in; be implement in; base on; be base on; power by; be power by; work with; adopt; integrate with; integrate; support; switch to; migrate to; migrate from to; store in; host on; deploy on; deploy to; connect to; via; wrap; embed; import; call | use by; be use by; power; adopt by
CHOSE          person,organization > technology,product,package,organization | choose; decide on; decide for; pick; opt for; settle on; go with
DEPENDS_ON     technology,product,package,file,concept,symbol,work > technology,product,package,version,file | depend on; require; need; be depend on; import; import from; depend upon; dependency on; pin to; peer depend on | dependency of; require by; be require by; need by
HAS_VERSION    technology,product,package,concept > version | ; version; release; at; to; upgrade to; be at; update to; be upgrade to; bump to; from to
FIXES          person,technology,product,package,version,commit,concept,file,symbol,organization > issue | fix; close; resolve; address; solve; patch; fix issue; close issue; resolve issue; fix bug; merge; fix in | fix by; close by; resolve by; fix in; resolve in; be fix in; be fix by; be close by; address in
REPORTED       person,organization,account > issue | report; open; file; open issue; file issue; raise | report by; open by; file by
MENTIONS       issue,file,work,commit,url > issue,file,symbol,package,person | mention; reference; refer to; cite; relate to; be duplicate of; duplicate of; see; block; describe; document; explain
DEFINED_IN     symbol,concept,technology > file | be define in; define in; in; live in; be in; implement in; be implement in; move to; from; locate in | define; export; implement; contain; declare
REPLACED       technology,product,package,organization,person,version,concept > technology,product,package,organization,person,version,concept | replace; succeed; supersede; deprecate; take over from; successor of; successor to; be successor to | replace by; succeed by; be replace by; be succeed by; supersede by; replace with; predecessor of; follow by
COMPETES_WITH  organization,product,technology,person > organization,product,technology,person | compete with; compete against; rival; competitor of; rival of; defeat; beat; lose to; play against; vs; versus
INVESTED_IN    organization,person > organization,product | invest in; fund; back; finance; sponsor; donate to; investor in | fund by; back by; finance by; sponsor by; receive funding from
IS_A           person,organization,place,product,technology,package,event,work,concept > concept,technology,product | be; be kind of; be type of; be form of; be example of; be instance of
FOUNDED_ON     organization,place,product,technology,work,event > date | found in; establish in; be found in; be establish in; create in; form in; be form in; launch in; start in; be create in; incorporate in; open in; be build in; build in; establish on; found on; inaugurate in; complete in
PUBLISHED_ON   work,product,technology,package,version,concept > date | release in; release on; be release in; be release on; publish in; publish on; be publish in; be publish on; premiere on; premiere in; air on; air in; come out in; come out on; write in; be write in; issue in; record in; debut on; debut in; launch on
HAPPENED_ON    event > date | in; on; take place in; take place on; hold in; be hold in; be hold on; begin in; start in; occur in; begin on; of
DISSOLVED_ON   organization,product,event,place > date | dissolve in; be dissolve in; close in; end in; disband in; abolish in; be abolish in; shut down in; defunct in; be disband in; end on
CONTACT        person,organization > email,url,account | at; email; be at; reach at; contact; ; ( ; via
IDENTIFIED_BY  work,concept > doi,arxiv,isbn,url | ; ( ; at; doi; arxiv; available at; see
COSTS          organization,product,technology,event,work,concept,person > amount | cost; be worth; be price at; sell for; price at; be value at; for; acquire for
PAID           organization,person,concept > amount | pay; spend
RECEIVED       organization,product,technology,event,work,concept,person > amount | raise; earn; receive
BORDERS        place > place | border; border with; be next to; adjacent to; be adjacent to; be near; opposite
FLOWS_INTO     place > place | flow into; flow through; empty into; be tributary of; tributary of; drain into; join
SPEAKS         person,place,organization > nationality | speak; write in; publish in; be speak in
`;

export interface PhraseRule {
  readonly type: string;
  readonly source: ReadonlySet<string>;
  readonly target: ReadonlySet<string>;
  /** The first of the two in the text is the target. */
  readonly reversed: boolean;
}

/** By phrase. */
export const PHRASES: ReadonlyMap<string, readonly PhraseRule[]> = readTable();
export const LONGEST_TRIGGER = 4;

function readTable(): Map<string, PhraseRule[]> {
  const rules = new Map<string, PhraseRule[]>();
  for (const [phrase, rule] of TABLE.trim().split('\n').flatMap(readLine)) {
    const known = rules.get(phrase);
    if (known) known.push(rule);
    else rules.set(phrase, [rule]);
  }
  return rules;
}

function readLine(line: string): [string, PhraseRule][] {
  const [head = '', forward, backward] = line.split('|');
  const [, type = '', from = '', to = ''] = /^(\S+)\s+(\S+) > (\S+)/u.exec(head) ?? [];
  const ends = { type, source: new Set(from.split(',')), target: new Set(to.split(',')) };
  const read = (list: string | undefined, reversed: boolean): [string, PhraseRule][] =>
    list?.split(';').map((phrase) => [phrase.trim(), { ...ends, reversed }]) ?? [];
  return [...read(forward, false), ...read(backward, true)];
}
