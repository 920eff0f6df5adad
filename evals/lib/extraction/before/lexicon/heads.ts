/** Words within a name that say what kind of thing it is. */
const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(/\s+/u));

/** The last word of a place's name. */
export const PLACE_HEADS = words(
  'city town village county district province state region prefecture municipality borough township parish territory republic kingdom empire river lake creek bay gulf sea ocean strait channel island islands isle peninsula cape coast beach mountain mountains mount hill hills peak range valley canyon desert forest woods park gardens garden street st. road rd avenue ave boulevard blvd lane drive highway square plaza bridge tunnel tower castle palace cathedral temple airport station harbor harbour port dam falls springs glacier volcano reef reserve stadium arena hall house building center centre quarter suburb oblast krai rayon voivodeship arrondissement canton raion heights ridge monument zone point crossing junction hotel mall market zoo cemetery prison base camp улица город область река остров straße strasse platz',
);

/** The first word of a place's name. */
export const PLACE_OPENERS = words(
  'lake mount mt mt. river cape fort port gulf bay isle county republic kingdom empire state city strait sea район город село the-river',
);

export const EVENT_HEADS = words(
  'war wars battle siege revolution rebellion uprising revolt riots massacre crisis olympics games cup championship championships tournament open marathon grand-prix prix festival fest conference summit symposium congress-on convention expo exhibition awards award ceremony election elections referendum campaign tour season bowl series race derby holocaust earthquake hurricane pandemic outbreak plague famine depression renaissance reformation parade carnival day eve week christmas easter halloween thanksgiving ramadan hanukkah superbowl',
);
export const EVENT_OPENERS = words('battle siege treaty war hurricane operation festival revolution');

/** Of books, films, songs, laws and the like. */
export const WORK_HEADS = words(
  'album song film movie novel book trilogy saga symphony concerto sonata opera suite quartet act treaty constitution declaration manifesto code bible quran koran chronicles diaries diary story tales adventures encyclopedia dictionary handbook poem anthem',
);

/** Introduce or follow the title of a work: `the film X`, `X ( 2006 film )`. */
export const WORK_CUES = words(
  'film movie novel book song single album ep show series episode game video documentary play musical opera poem story track anime manga comic trailer soundtrack sitcom podcast paper article essay thesis memoir painting sculpture magazine',
);

/** Ideas that are written like names. */
export const CONCEPT_ENDINGS =
  /(?:ism|ity|ics|logy|graphy|nomics|theorem|theory|law|effect|principle|algorithm|hypothesis|syndrome|disease|equation|method|model|paradox|process|protocol|conjecture)$/u;
