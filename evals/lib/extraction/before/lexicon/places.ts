/** Places below countries: states and provinces, cities, continents and the like, with the country they lie in. */
import { COUNTRIES } from './countries.ts';

const STATES: Readonly<Record<string, string>> = {
  US: 'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Washington , D.C.|Washington, D.C.|Washington D.C.|Washington DC|District of Columbia|D.C.|New England',
  CA: 'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Quebec|Québec|Saskatchewan|Yukon|Nunavut',
  AU: 'New South Wales|Queensland|South Australia|Tasmania|Victoria|Western Australia|Northern Territory',
  DE: 'Bavaria|Bayern|Saxony|Hesse|Hessen|Brandenburg|Thuringia|Saarland|Schleswig-Holstein|Lower Saxony|North Rhine-Westphalia|Baden-Württemberg|Prussia',
  GB: 'Yorkshire|Kent|Essex|Sussex|Surrey|Cornwall|Devon|Dorset|Somerset|Lancashire|Cheshire|Norfolk|Suffolk|Wiltshire|Hampshire|Oxfordshire|Derbyshire|Cumbria',
  IN: 'Maharashtra|Karnataka|Kerala|Tamil Nadu|Gujarat|Punjab|Rajasthan|Uttar Pradesh|Bihar|West Bengal|Andhra Pradesh|Telangana|Assam|Odisha|Madhya Pradesh|Haryana|Kashmir|Goa|Himachal Pradesh|Jharkhand',
  IT: 'Lombardy|Tuscany|Sicily|Veneto|Piedmont|Sardinia|Liguria|Campania|Calabria|Lazio|Umbria',
  FR: 'Normandy|Brittany|Provence|Alsace|Burgundy|Corsica|Lorraine',
  ES: 'Catalonia|Andalusia|Galicia|Basque Country|Aragon|Castile|Valencia|Navarre',
  CN: 'Guangdong|Sichuan|Hunan|Hubei|Henan|Hebei|Yunnan|Fujian|Zhejiang|Jiangsu|Tibet|Xinjiang|Shandong|Shanxi|Shaanxi',
  RU: 'Siberia|Chechnya|Tatarstan|Crimea',
};

const CITIES: Readonly<Record<string, string>> = {
  US: 'Boston|San Francisco|Seattle|Houston|Dallas|Austin|Philadelphia|San Diego|San Jose|Miami|Atlanta|Portland|Las Vegas|New Orleans|Baltimore|Brooklyn|Manhattan|Queens|Bronx|Hollywood|Pittsburgh|Cleveland|Cincinnati|Minneapolis|Milwaukee|Nashville|Memphis|Orlando|Tampa|Sacramento|Oakland|Salt Lake City|Kansas City|St. Louis|San Antonio|Fort Worth|Columbus|Charlotte|Buffalo|NYC|LA|L.A.|New York City|Silicon Valley|Wall Street|Palo Alto|Mountain View|Cupertino|Santa Monica|Beverly Hills|Long Island|Staten Island|Cambridge , Massachusetts|Tucson|Omaha|Tulsa|Fresno',
  GB: 'Manchester|Birmingham|Liverpool|Leeds|Bristol|Sheffield|Edinburgh|Glasgow|Cardiff|Belfast|Oxford|Cambridge|Newcastle|Nottingham|Brighton|Leicester|Southampton|Westminster|Aberdeen|York',
  DE: 'Munich|München|Hamburg|Frankfurt|Cologne|Köln|Stuttgart|Düsseldorf|Leipzig|Dresden|Hanover|Hannover|Nuremberg|Bremen|Bonn|Heidelberg|Dortmund|Essen',
  FR: 'Lyon|Marseille|Toulouse|Nice|Bordeaux|Strasbourg|Lille|Nantes|Cannes|Versailles|Grenoble',
  ES: 'Barcelona|Seville|Bilbao|Malaga|Granada|Zaragoza',
  IT: 'Milan|Venice|Florence|Naples|Turin|Bologna|Genoa|Palermo|Verona|Pisa|Milano|Roma|Torino',
  NL: 'Rotterdam|The Hague|Utrecht|Eindhoven|Delft|Leiden',
  CH: 'Geneva|Basel|Bern|Lausanne|Davos|Zürich',
  RU: 'St. Petersburg|Saint Petersburg|Leningrad|Moscow|Novosibirsk|Kazan|Sochi|Yekaterinburg|Москва|Москве|Москвы|Санкт-Петербург|Казань|Новосибирск',
  UA: 'Kyiv|Kiev|Odessa|Kharkiv|Lviv|Donetsk|Киев|Львов|Одесса|Харьков',
  CN: "Beijing|Guangzhou|Shenzhen|Wuhan|Nanjing|Chengdu|Hangzhou|Tianjin|Xi'an|Peking",
  IN: 'Mumbai|Bombay|Delhi|New Delhi|Bangalore|Bengaluru|Chennai|Madras|Hyderabad|Pune|Ahmedabad|Jaipur|Calcutta',
  JP: 'Osaka|Kyoto|Nagoya|Hiroshima|Nagasaki|Yokohama|Sapporo|Kobe|Fukuoka',
  CA: 'Montreal|Montréal|Ottawa|Calgary|Quebec City',
  AU: 'Canberra|Gold Coast',
  BR: 'Rio de Janeiro|Rio|Brasilia|Brasília|Salvador|São Paulo',
  PL: 'Krakow|Kraków|Gdansk|Gdańsk|Wroclaw|Wrocław|Poznan',
  SE: 'Gothenburg|Malmö|Uppsala',
  DK: 'Aarhus',
  BE: 'Antwerp|Ghent|Bruges',
  AT: 'Salzburg|Graz|Innsbruck',
  CZ: 'Brno',
  IL: 'Tel Aviv|Haifa|Gaza',
  TR: 'Ankara|Izmir|Constantinople',
  GR: 'Thessaloniki',
  PK: 'Lahore|Islamabad|Peshawar',
  SY: 'Aleppo|Homs',
  SA: 'Mecca|Medina|Jeddah',
  AE: 'Abu Dhabi',
  VN: 'Hanoi|Saigon',
  PH: 'Quezon City',
  ZA: 'Cape Town|Durban|Pretoria|Soweto',
  IE: 'Cork|Galway',
  MX: 'Guadalajara|Acapulco',
  IQ: 'Mosul',
  CO: 'Medellín',
  PT: 'Porto',
};

const REGIONS =
  'Europe|Asia|Africa|North America|South America|Latin America|Central America|Oceania|Antarctica|Middle East|Far East|Balkans|Scandinavia|Caribbean|Eurasia|Southeast Asia|Central Asia|Eastern Europe|Western Europe|East Asia|South Asia|Sub-Saharan Africa|North Africa|West Africa|East Africa|Midwest|West Coast|East Coast|Siberia|Himalayas|Alps|Pacific|Atlantic|Mediterranean|Pacific Ocean|Atlantic Ocean|Indian Ocean|Baltic Sea|Black Sea|Earth|Mars|Европа|Азия';
/** Zones that are named after something else than a place. */
const NO_CITY =
  /^(?:Center|Knox|Vevay|Marengo|Petersburg|Tell City|Winamac|Vincennes|Troll|Palmer|Davis|Casey|Easter|Wake|Midway|Regina|Thunder Bay|Nome|Jersey|Eucla)$/u;

export interface KnownPlace {
  readonly kind: 'country' | 'state' | 'city' | 'region';
  /** Code of the country it lies in, or is. */
  readonly country?: string;
}

/** By name in lower case. */
export const PLACES: ReadonlyMap<string, KnownPlace> = allPlaces();

function allPlaces(): Map<string, KnownPlace> {
  const places = new Map<string, KnownPlace>();
  for (const name of REGIONS.split('|')) places.set(name.toLowerCase(), { kind: 'region' });
  // A country has many names, and asking for its zones is slow.
  for (const code of new Set([...COUNTRIES.values()].map((country) => country.code))) {
    for (const city of cityZones(code)) places.set(city.toLowerCase(), { kind: 'city', country: code });
  }
  addAll(places, CITIES, 'city');
  addAll(places, STATES, 'state');
  for (const [name, { code }] of COUNTRIES) places.set(name, { kind: 'country', country: code });
  return places;
}

function addAll(
  places: Map<string, KnownPlace>,
  names: Readonly<Record<string, string>>,
  kind: 'city' | 'state',
): void {
  for (const [country, list] of Object.entries(names)) {
    for (const name of list.split('|')) places.set(name.toLowerCase(), { kind, country });
  }
}

/** Time zones are named after the largest city in them. */
function cityZones(code: string): string[] {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
    getTimeZones?(): string[];
    readonly timeZones?: string[];
  };
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zones
    .map((zone) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '))
    .filter((city) => !NO_CITY.test(city));
}
