/**
 * What our relations are called in Re-DocRED, whose labels are Wikidata's properties. One of ours may be several of theirs:
 * a town that lies in a country has it both as `country` and as its administrative unit. `<` turns the pair round. Of the pairs of documents
 * 100–499 of Re-DocRED's development part that have one of our relations, at least a third bears each label; none was chosen by looking at 0–99.
 */
const LABELS: Readonly<Record<string, string>> = {
  'LOCATED_IN place place': 'located in the administrative territorial entity',
  'LOCATED_IN state country':
    'located in the administrative territorial entity|country|<contains administrative territorial entity',
  'LOCATED_IN place country': 'located in the administrative territorial entity|country',
  'LOCATED_IN organization place': 'located in the administrative territorial entity',
  'LOCATED_IN organization country': 'located in the administrative territorial entity|country',
  'LOCATED_IN place region': 'continent|located in or next to body of water',
  'LOCATED_IN * place': 'location',
  'LOCATED_IN * country': 'country',
  'CAPITAL_OF place *':
    'capital of|<capital|country|located in the administrative territorial entity|<contains administrative territorial entity',
  'COMES_FROM * *': 'country of origin',
  'NATIONALITY person *': 'country of citizenship',
  'NATIONALITY state *': 'located in the administrative territorial entity|country',
  'NATIONALITY place *': 'located in the administrative territorial entity|country',
  'NATIONALITY organization *': 'country|located in the administrative territorial entity',
  'NATIONALITY work *': 'country of origin',
  'NATIONALITY * *': 'country',
  'CITIZEN_OF person *': 'country of citizenship',
  'LIVES_IN person country': 'country of citizenship',
  'LIVES_IN person *': 'residence',
  'BORN_IN person country': 'country of citizenship',
  'BORN_IN person *': 'place of birth',
  'DIED_IN person *': 'place of death',
  'BORN_ON * *': 'date of birth',
  'DIED_ON * *': 'date of death',
  'WROTE * *': 'notable work|<author',
  'PERFORMED * *': 'notable work|<performer',
  'COMPOSED * *': 'notable work|<composer',
  'DIRECTED * *': 'notable work|<director',
  'PRODUCED * *': '<producer',
  'CREATED person person': 'notable work|<creator|<performer',
  'CREATED person *': 'notable work|<performer',
  'CREATED organization *': 'notable work|<performer|<developer',
  'CREATED * *': 'notable work|<creator',
  'DEVELOPED * *': '<developer',
  'PUBLISHED * *': '<publisher',
  'STARS * *': 'cast member',
  'FEATURES * *': 'characters|<present in work',
  'FOUNDED * *': '<founded by',
  'LEADS * organization': '<chairperson|member of political party',
  'LEADS * country': 'applies to jurisdiction|country of citizenship|<head of state|<head of government',
  'LEADS * *': '<head of government|applies to jurisdiction',
  'HEADS * organization': 'member of|<head of government',
  'HEADS * *': '<head of government',
  'OWNS organization organization': 'subsidiary|<owned by|<parent organization',
  'OWNS organization *': '<owned by|<developer|<manufacturer',
  'OWNS * *': '<owned by',
  'ACQUIRED * *': '<owned by',
  'MEMBER_OF person *': 'member of',
  'MEMBER_OF * *': 'member of',
  'PLAYS_FOR * *': 'member of sports team',
  'STUDIED_AT * *': 'educated at',
  'WORKS_FOR * *': 'employer',
  'SPOUSE_OF * *': 'spouse|<spouse',
  'CHILD_OF * *': 'father|<child',
  'PARENT_OF * *': 'child|<father',
  'SIBLING_OF * *': 'sibling|<sibling',
  'PARTICIPATED_IN * *': 'participant of|<participant|conflict',
  'AWARDED * *': 'award received',
  'PART_OF place region': 'continent|part of|<has part',
  'PART_OF place place': 'part of|<has part|located on terrain feature',
  'PART_OF person organization': 'part of|<has part|member of',
  'PART_OF * *': 'part of|<has part',
  'RELEASED_BY * *': 'record label',
  'FOUNDED_ON organization *': 'inception',
  'FOUNDED_ON place *': 'inception',
  'FOUNDED_ON * *': 'inception|publication date',
  'PUBLISHED_ON * *': 'publication date',
  'HAPPENED_ON * *': 'point in time|start time',
  'DISSOLVED_ON * *': 'dissolved',
  'FOLLOWS * *': 'follows|<followed by',
  'REPLACED * *': 'replaces|<replaced by',
  'REPLACED_BY * *': 'replaced by|<replaces',
  'FOLLOWED_BY * *': 'followed by|<follows',
  'MOVED_TO person *': 'residence',
  'FLOWS_INTO * *': 'mouth of the watercourse',
  'SPEAKS place *': 'official language',
  'SPEAKS * *': 'languages spoken',
  'FOLLOWS_RELIGION * *': 'religion',
};

export interface Labelled {
  readonly label: string;
  readonly reversed: boolean;
}

/** Of the gold, and so the best guess of one who knows nothing else. */
export const COMMONEST_LABEL = 'located in the administrative territorial entity';

export type ToLabels = (type: string, source: string, target: string) => Labelled[];

/** For relations that are called what the gold calls them, but for capitals and underscores. */
export const labelAsWritten: ToLabels = (type) => [{ label: type.toLowerCase().replaceAll('_', ' '), reversed: false }];

/** Empty when Re-DocRED has no word for it. `country` is the type of places that are one. */
export const labelsOf: ToLabels = (type, source, target) => {
  const keys = [`${type} ${source} ${target}`, `${type} ${source} *`, `${type} * ${target}`, `${type} * *`];
  const found = keys.map((key) => LABELS[key]).find((labels) => labels !== undefined);
  return found?.split('|').map((label) => ({ label: label.replace('<', ''), reversed: label.startsWith('<') })) ?? [];
};
