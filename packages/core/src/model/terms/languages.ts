/**
 * The languages that are told apart, and how: by the small words every sentence needs, by letters and by endings that few
 * others have. The small words are also what a question may leave out.
 *
 * English and Russian have no stemmer here, because theirs makes the main term of every word in their script.
 */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { bulgarian, czech, polish, ukrainian } from './light-stemmers.ts';
import { portuguese } from './portuguese.ts';

export interface Language {
  readonly code: string;
  readonly script: 'latin' | 'cyrillic';
  readonly stem?: (word: string) => string;
  readonly smallWords: string;
  /** Letters of few other languages. */
  readonly letters?: string;
  /** Endings of few other languages. */
  readonly endings?: string;
}

export const LANGUAGES: readonly Language[] = [
  {
    code: 'en',
    script: 'latin',
    smallWords:
      'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its just like me more my no not of on or our out she should so some such than that the their them then there these they this to up us was we were what when where which who why will with would you your about after all also any because before over only other am',
    endings: 'ing ness tion ly ed ght ould ship able ous tions ment ments',
  },
  {
    code: 'de',
    script: 'latin',
    stem: german,
    smallWords:
      'der die das den dem des ein eine einen einem einer eines und oder aber ich du er sie es wir ihr mir mich dir dich uns ist sind war waren wird werden wurde wurden hat haben hatte nicht kein keine mit von zu zum zur im in am an auf aus bei nach vor für über unter durch als wie auch noch nur schon dass wenn weil um sich sein seine seinen mein meine unser unsere was wo wann wer alle allen aller',
    letters: 'ßäöü',
    endings: 'ung ungen keit heit lich lichen isch ische schaft tet cht chen ieren iert tz ssen',
  },
  {
    code: 'fr',
    script: 'latin',
    stem: french,
    smallWords:
      'le la les l un une des du de d et ou mais je tu il elle on nous vous ils elles me te se ce cette ces cet mon ma mes son sa ses notre nos votre leur leurs est sont était été être a ont avait avoir fait ne pas plus que qui quoi dont où quand dans sur sous avec sans pour par en au aux chez entre y c j m n s t qu si comme aussi très quel quelle quels quelles tout toute tous toutes sera ainsi',
    letters: 'àâçèéêëîïôùûœ',
    endings: 'tion tions eux euse ment aient ait eau eaux aire ique iques ée ées és oir age ille eur eurs té',
  },
  {
    code: 'es',
    script: 'latin',
    stem: spanish,
    smallWords:
      'el la los las un una unos unas de del al y o pero yo tú tu él ella nosotros ellos ellas me te se le les lo nos mi mis su sus este esta estos estas ese esa es son era fue eran ser está están estaba ha han había hay no más que qué quién cuál cuándo cuando cómo como dónde donde en con sin por para entre sobre hasta desde muy ya si sí también todo toda todos todas tiene tienen otro otra',
    letters: 'ñáéíóú',
    endings:
      'ción ciones dad dades mente ado ada ados adas ando iendo ero era eros eras illo aje ajes ía ías ar er ir os as',
  },
  {
    code: 'it',
    script: 'latin',
    stem: italian,
    smallWords:
      'il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in nel nella nei nelle con su sul sulla sui per tra fra e ed o ma io tu lui lei noi voi loro mi ti si ci vi mio mia suo sua è sono era erano essere ha hanno aveva ho non più che chi cui quale quando come dove perché questo questa quello quella anche molto d c ogni tutto tutti tutte tutta ad',
    letters: 'àèìòù',
    endings:
      'zione zioni mente mento menti tà ato ata ati ate ando endo are ere ire ezza oso osa etto etta ggio ggi cchi lli tti gli tto',
  },
  {
    code: 'pt',
    script: 'latin',
    stem: portuguese,
    smallWords:
      'o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às e ou mas eu tu ele ela nós eles elas você vocês me te se lhe meu minha seu sua seus suas este esta esse essa isso isto é são era foi eram ser está estão estava tem têm tinha há não mais que quem qual quando como onde com sem por pelo pela para entre sobre até desde muito já também todo toda todos todas outro outra',
    letters: 'ãõçáâéêíóôú',
    endings:
      'ção ções dade dades mente ado ada ados adas ando endo indo eiro eira eiros inho inha agem agens ência ais eis ar er ir os as',
  },
  {
    code: 'nl',
    script: 'latin',
    stem: dutch,
    smallWords:
      'de het een en of maar ik jij je hij zij ze wij we jullie u mij me hem haar ons hun mijn jouw zijn is was waren wordt worden werd heeft hebben had niet geen met van te ten ter in op aan uit bij naar voor over onder door om als dan dat die dit deze wat waar wanneer wie hoe ook nog al er zich kan zal moet alle',
    letters: 'ĳ',
    endings:
      'heid heden lijk lijke tie ties ing ingen aar aat oor oot ijk ijn ijs uis oek ten den gen ken sch eel uur tje tjes',
  },
  {
    code: 'sv',
    script: 'latin',
    stem: swedish,
    smallWords:
      'en ett den det de och eller men jag du han hon vi ni dem mig dig sig oss min mitt mina din sin sitt sina är var vara blir blev har hade ha inte ingen med av till från i på under över för vid om som att när där här vad vem hur också än så kan ska skulle denna detta skall alla',
    letters: 'åäö',
    endings:
      'arna erna orna ningen ningar ning het heten skap ade ades isk iska igt liga else ande ende are aren ar or ck cken',
  },
  {
    code: 'da',
    script: 'latin',
    stem: danish,
    smallWords:
      'en et den det de og eller men jeg du han hun vi i dem mig dig sig os min mit mine din sin er var være bliver blev har havde ikke ingen med af til fra på under over for ved om som at når der hvor hvad hvem hvordan også end så kan skal skulle efter alle blive denne dette',
    letters: 'æøå',
    endings: 'erne ene ningen ninger ning hed heden ede isk iske lig lige else ende tion ingen eren erede',
  },
  {
    code: 'no',
    script: 'latin',
    stem: norwegian,
    smallWords:
      'en ei et den det de og eller men jeg du han hun vi dere dem meg deg seg oss min mitt mine din sin er var være blir ble har hadde ikke ingen med av til fra i på under over for ved om som at når der hvor hva hvem hvordan også enn så kan skal skulle etter alle bli denne dette å',
    letters: 'æøå',
    endings: 'ene ingen inger ing het heten ede isk iske lig lige else ende sjon sjonen skap ert ere erte',
  },
  {
    code: 'fi',
    script: 'latin',
    stem: finnish,
    smallWords:
      'ja tai mutta että kun jos niin kuin on ovat oli olivat ole olla ei eivät en minä sinä hän me te he se ne tämä tuo joka jotka mikä mitä missä milloin kuka myös vain jo vielä ennen jälkeen kanssa ilman minun sinun hänen sen niiden tämän tässä siitä siihen kaikki kaikilla',
    letters: 'äö',
    endings:
      'ssa ssä sta stä lla llä lta ltä lle ksi tta ttä inen iset isen aan ään een iin uus yys mme vat vät nen jen ien taa tää aa ää',
  },
  {
    code: 'hu',
    script: 'latin',
    stem: hungarian,
    smallWords:
      'a az egy és vagy de hogy nem is ha mint én te ő mi ti ők ez ezt ezek azt azok volt van vannak lesz lett meg már még csak ki mit mikor hol hogyan miért aki ami amely után előtt között alatt szerint nagyon minden',
    letters: 'őűáéíóöúü',
    endings:
      'ban ben ból ből nak nek val vel ról ről hoz hez höz ság ség ás és tól től ott ett ött ok ek ök unk ünk ják nál nél',
  },
  {
    code: 'ro',
    script: 'latin',
    stem: romanian,
    smallWords:
      'un o unei unui al a ai ale de la în din pe cu fără pentru prin și sau dar eu tu el ea noi voi ei ele mă te se îmi îți își mi ne vă lui lor este sunt era erau fi fost are au avea am ai nu mai că ce cine care când cum unde acest această acesta aceasta foarte după înainte între să',
    letters: 'ăâîșțşţ',
    endings:
      'ului ilor elor ește esc eau ție ții ția țiile ul ele ile uri urile ată ate are ere ire ească ează escu tor toare',
  },
  {
    code: 'pl',
    script: 'latin',
    stem: polish,
    smallWords:
      'i oraz lub albo ale ja ty on ona ono my wy oni one mnie mi ci go mu jej ich im się mój moja moje jego jest są był była było były być będzie ma mają nie w we z ze na do od po przed pod nad przy przez dla o u bez między jak co kto kiedy gdzie dlaczego że czy gdy to ten ta te tego tej tym który która które już też tylko bardzo',
    letters: 'ąćęłńśźż',
    endings:
      'ość ości ych ego emu ami ach owy owa owe ować nia nie cja cji cję ów ski ska skie czny czna czne wać ał ała ali ć',
  },
  {
    code: 'cs',
    script: 'latin',
    stem: czech,
    smallWords:
      'a i nebo ale já ty on ona ono my vy oni mě mi ti ho mu jí jich jim se si můj moje jeho její je jsou byl byla bylo byly být bude má mají ne není v ve z ze na do od po před pod nad při pro o u bez mezi jak co kdo kdy kde proč že když aby to ten ta te toho té tom který která které už také jen velmi jsem jsme k s ke',
    letters: 'ěřůáčďéíňóšťúýž',
    endings: 'ost osti ých ého ému ami ách ový ová ové ovat ní ního ství ský ská ské ně ují ích ů',
  },
  {
    code: 'tr',
    script: 'latin',
    stem: turkish,
    smallWords:
      've veya ile ama fakat ben sen o biz siz onlar bu şu bir için gibi kadar daha çok en de da mi mı mu mü ne kim nasıl neden nerede hangi değil var yok olan olarak oldu olur sonra önce her hiç ki ya benim senin onun bizim ise',
    letters: 'ğışçöü',
    endings:
      'lar ler ları leri lık lik luk lük mek mak dan den tan ten iyor ıyor uyor dır dir dur ından inden ında inde nın nin yor acak ecek lı li sı ım ımız imiz',
  },
  {
    code: 'id',
    script: 'latin',
    stem: indonesian,
    smallWords:
      'yang dan atau tetapi di ke dari pada untuk dengan tanpa oleh dalam ini itu adalah ada tidak bukan saya aku kamu anda dia kami kita mereka akan sudah telah belum sedang juga hanya sangat lebih apa siapa kapan bagaimana mengapa karena jika sebuah para seperti sebagai antara setelah sebelum bahwa setiap atas tentang hal orang tahun',
    endings: 'kan nya annya kannya an',
  },
  {
    code: 'ru',
    script: 'cyrillic',
    smallWords:
      'и в во не что он она оно они на я с со как а то все это но да ты к у же вы за бы по ее его их мне мы от меня из о об ли если или для при до после без между под над был была было были быть есть где когда кто чем так этот эта эти тот',
    letters: 'ыэё',
  },
  {
    code: 'uk',
    script: 'cyrillic',
    stem: ukrainian,
    smallWords:
      'і й та або але що як це цей ця ці я ти він вона воно ми ви вони мене мені його її їх не ні в у на з із зі до від по за для при про після без між під над є був була було були бути де коли хто чому який яка яке які вже також тільки дуже щоб того своїй свої',
    letters: 'іїєґ',
  },
  {
    code: 'bg',
    script: 'cyrillic',
    stem: bulgarian,
    smallWords:
      'и или но аз ти той тя то ние вие те ме ми му го ѝ им не на в във с със за от до по при без между под над през след преди че да ще се си е са беше бяха съм сме сте бил била било били има няма къде кога кой коя кое кои как защо този тази това тези много само вече също най своя всеки',
    letters: 'ъѝ',
    endings: 'ът ят ата ите ото ния ните',
  },
];
