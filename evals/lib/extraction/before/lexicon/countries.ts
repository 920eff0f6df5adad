/**
 * Countries, in the languages most texts are in, from the runtime's own tables; and what their people and things are called.
 */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'tr'];
/** Codes that name no country, or an old one twice. */
const NO_COUNTRY = new Set('AN BU CS DD DY EU EZ FX HV NH QO RH SU TP UK UN VD XA XB YD YU ZR ZZ'.split(' '));
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Other forms, by code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  US: 'USA|U.S.|U.S.A.|United States of America|the States|America|US|U.S|Estados Unidos|США',
  GB: 'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|U.K',
  RU: 'Russian Federation|Soviet Union|USSR|РФ|России|СССР',
  DE: 'West Germany|East Germany|Nazi Germany',
  CN: "People 's Republic of China|People's Republic of China|PRC|Mainland China",
  KR: 'Korea|Republic of Korea',
  KP: 'DPRK',
  NL: 'Holland|the Netherlands',
  CZ: 'Czech Republic|Czechoslovakia',
  AE: 'UAE|U.A.E.',
  TR: 'Turkey|Ottoman Empire',
  MM: 'Myanmar|Burma',
  CI: 'Ivory Coast',
  CD: 'Democratic Republic of the Congo|DR Congo|Congo|Zaire',
  IR: 'Persia|Islamic Republic of Iran',
  TL: 'East Timor',
  SZ: 'Swaziland',
  MK: 'Macedonia',
  BA: 'Bosnia and Herzegovina|Bosnia',
  TT: 'Trinidad and Tobago',
  AG: 'Antigua and Barbuda',
  HK: 'Hong Kong',
  MO: 'Macau|Macao',
  PS: 'Palestine',
  VA: 'Vatican|Holy See',
  RS: 'Yugoslavia',
  AT: 'Austria-Hungary|Austria - Hungary',
  CV: 'Cabo Verde',
  LK: 'Ceylon',
  ST: 'São Tomé and Príncipe',
};

/** What is of the country, by code. */
const DEMONYMS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AF Afghan AL Albanian DZ Algerian AO Angolan AR Argentine|Argentinian|Argentinean AM Armenian AU Australian|Aussie AT Austrian AZ Azerbaijani ' +
    'BH Bahraini BD Bangladeshi BY Belarusian BE Belgian BO Bolivian BA Bosnian BR Brazilian BG Bulgarian KH Cambodian CM Cameroonian CA Canadian ' +
    'CL Chilean CN Chinese CO Colombian CD Congolese HR Croatian|Croat CU Cuban CY Cypriot CZ Czech|Czechoslovak|Czechoslovakian DK Danish|Dane NL Dutch EC Ecuadorian ' +
    'EG Egyptian GB British|English|Scottish|Welsh|Briton|Englishman EE Estonian ET Ethiopian FJ Fijian PH Filipino|Philippine FI Finnish FR French|Frenchman GE Georgian DE German GH Ghanaian ' +
    'GR Greek GT Guatemalan HT Haitian HU Hungarian IS Icelandic IN Indian ID Indonesian IR Iranian|Persian IQ Iraqi IE Irish|Irishman IL Israeli IT Italian ' +
    'JM Jamaican JP Japanese JO Jordanian KZ Kazakh|Kazakhstani KE Kenyan KR Korean|South_Korean KP North_Korean KW Kuwaiti LV Latvian LB Lebanese LY Libyan LT Lithuanian ' +
    'MK Macedonian MY Malaysian ML Malian MT Maltese MX Mexican MD Moldovan MN Mongolian ME Montenegrin MA Moroccan NP Nepali|Nepalese NZ New_Zealander|Kiwi NG Nigerian NO Norwegian ' +
    'PK Pakistani PS Palestinian PA Panamanian PY Paraguayan PE Peruvian PL Polish PT Portuguese PR Puerto_Rican QA Qatari RO Romanian RU Russian|Soviet SA Saudi SN Senegalese RS Serbian|Serb|Yugoslav ' +
    'SG Singaporean SK Slovak|Slovakian SI Slovenian|Slovene SO Somali ZA South_African ES Spanish|Spaniard LK Sri_Lankan SD Sudanese SE Swedish|Swede CH Swiss SY Syrian TW Taiwanese TZ Tanzanian TH Thai ' +
    'TN Tunisian TR Turkish|Ottoman UG Ugandan UA Ukrainian US American UY Uruguayan UZ Uzbek VE Venezuelan VN Vietnamese YE Yemeni ZM Zambian ZW Zimbabwean'
  )
    .match(/[A-Z]{2} \S+/gu)
    ?.map((entry) => [entry.slice(0, 2), entry.slice(3).replaceAll('_', ' ')]) ?? [],
);

const tables = new Map<string, Intl.DisplayNames>();

export interface Country {
  readonly code: string;
  /** In English. */
  readonly name: string;
}

/** What is of more than one country, or of none. */
const PEOPLES = new Set(
  'european african asian arab jewish latin latino hispanic nordic scandinavian slavic balkan kurdish basque catalan tibetan roman celtic germanic arabic western-european eastern-european north-american south-american'.split(
    ' ',
  ),
);

/** True of adjectives and names of peoples, in lower case. */
export function isNationality(word: string): boolean {
  return NATIONALITIES.has(word) || PEOPLES.has(word);
}

/** By every known name, in lower case. */
export const COUNTRIES: ReadonlyMap<string, Country> = byName();
/** By every adjective and name of a people, in lower case. */
const NATIONALITIES: ReadonlyMap<string, Country> = byDemonym();

function byName(): Map<string, Country> {
  const countries = new Map<string, Country>();
  for (const { code, name } of allCountries()) {
    const others = [
      ...LANGUAGES.map((language) => nameOf(code, language) ?? ''),
      ...(OTHER_NAMES[code]?.split('|') ?? []),
    ];
    for (const other of [name, name.replace('St.', 'Saint'), ...others]) {
      if (other.length > 1) countries.set(other.toLowerCase(), { code, name });
    }
  }
  return countries;
}

function byDemonym(): Map<string, Country> {
  const nationalities = new Map<string, Country>();
  for (const [code, words] of Object.entries(DEMONYMS)) {
    const country = { code, name: nameOf(code, 'en') ?? code };
    for (const word of words.split('|')) {
      nationalities.set(word.toLowerCase(), country);
      nationalities.set(`${word.toLowerCase()}s`, country);
    }
  }
  return nationalities;
}

function allCountries(): Country[] {
  const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  return codes.flatMap((code) => {
    const name = NO_COUNTRY.has(code) ? undefined : nameOf(code, 'en');
    return name === undefined ? [] : [{ code, name }];
  });
}

function nameOf(code: string, language: string): string | undefined {
  let table = tables.get(language);
  if (!table) {
    table = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    tables.set(language, table);
  }
  return table.of(code);
}
