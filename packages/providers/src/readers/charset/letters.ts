/**
 * Which letters beyond ASCII the languages write that have charsets of one byte, the most frequent first. What a language does not write is
 * not in its row: a text in which `ø` and `ì` stand side by side is in no language, and `ř` and `ě` are Czech. Some stand only in one
 * place: `^` is the beginning of a word, `$` its end, and a second letter the one that must follow; between places stands a `|`.
 */
interface Language {
  /** Whose texts are written in it, as WHATWG calls them. */
  readonly charsets: readonly string[];
  readonly letters: readonly string[];
}

type Group = readonly [charsets: readonly string[], ...languages: string[]];

const WESTERN = ['windows-1252', 'macintosh'];
const CENTRAL = ['windows-1250', 'iso-8859-2'];
const BALTIC = ['windows-1257'];
const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u'];
const GREEK = ['windows-1253', 'iso-8859-7'];
const GERMAN = 'ü ä ö ß';
const POLISH = 'ł ę ą ó ś ż ć ź ń';
const ESTONIAN = 'õ ä ö ü š ž';

const LATIN: readonly Group[] = [
  [
    WESTERN,
    'é è à$ ê ô î â ça|ço|çu û ù$ ïe|ïn|ïs|ïq ë œ', // French
    GERMAN,
    'ó í á é ñ ú ü', // Spanish
    'ão|ãe|ã$|ãs ç á é í õe ó ê â ú à$|às ô', // Portuguese
    'à$ ^è$ è$ ù$ ò$ ì$ é$', // Italian
    'ö ä å', // Swedish, Finnish
    'ø å æ é ö ä òr|ôr ó', // Danish, Norwegian
    'í á ð ú ó ý æ ö é ^þ', // Icelandic
    'ë é ï è ö ü ó ç', // Dutch
    'à è ó é í ç ò ú ï', // Catalan
    ESTONIAN,
    'á é í ó ú', // Irish
    'ë ç', // Albanian
    'â ê î ô û ŵ ŷ', // Welsh
  ],
  [
    CENTRAL,
    POLISH,
    'í á é ě ř ž č ý š ů ú ť ď ň ó', // Czech
    'á í č é ý ž š ú ľ ť ô ň ď ó ä ĺ ŕ', // Slovak
    'é á ö ő ó í ü ú ű', // Hungarian
    'č š ž ć đ', // Croatian, Bosnian, Slovenian
    'ă î ţ ş â', // Romanian
    GERMAN,
    'ë ç', // Albanian
  ],
  [['windows-1254'], 'ı ş ü ğ ç ö â î İ'],
  [BALTIC, 'ā ī ē š ū ļ ņ ž ķ č ģ', 'ė į š ž ų ū ą č ę', ESTONIAN, POLISH],
];

/** Scripts of their own, letter by letter. */
const OTHERS: readonly Group[] = [
  [
    CYRILLIC,
    'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', // Russian
    'оанивретислкумдпзьяубгчйхцжшіїюєщфґ', // Ukrainian
    'аеоинтрсвлдкмпузягбчъщцжхшфюйь', // Bulgarian
    'аоеинрсјткувдмпглбзшчњћцжхљђџф', // Serbian
  ],
  [GREEK, 'αοιτεσνηυρπκμλςωάίόδγέήθβχφύξώζψϊϋΐΰ'],
  [['windows-1255'], 'יוהלארתבמשנםעדקחפכגסטצןזךףץ'],
  [['windows-1256'], 'اليمونترةبعدسفكهحقجصشأىطخضإزذثءغئظآؤ'],
  [['windows-874'], 'านรอกเงมยลวดทสตะปบคหแขจพชผไใโถซศธณฟฝฉภญฐษฎฏฬๆฯ่้็์ัิีืุูำ'],
];

const rows = (groups: readonly Group[], between: string): Language[] =>
  groups.flatMap(([charsets, ...languages]) =>
    languages.map((letters) => ({ charsets, letters: letters.split(between) })),
  );

export const LANGUAGES: readonly Language[] = [...rows(LATIN, ' '), ...rows(OTHERS, '')];
