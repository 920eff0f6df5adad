import { describe, expect, it } from 'vitest';
import { toQueryTerms, toTerms } from './terms.ts';

function isFound(query: string, text: string): boolean {
  const held = new Set(toTerms(text));
  return toQueryTerms(query).some((term) => held.has(term));
}

describe('another form of the word', () => {
  it.each([
    ['de', 'Häuser', 'Das alte Haus am Fluss wurde im Sommer verkauft.'],
    ['de', 'Stuhl', 'Wir haben gestern neue Stühle für die Küche gekauft.'],
    ['de', 'Rechnung', 'Alle Rechnungen sind für dieses Jahr bezahlt.'],
    ['fr', 'cheval', 'Les chevaux sont dans le pré derrière la maison.'],
    ['fr', 'manger', 'Les enfants mangeaient des pommes dans le jardin.'],
    ['fr', 'nationales', 'La bibliothèque nationale est fermée le lundi.'],
    ['it', 'ragazza', 'Le ragazze della squadra hanno vinto la partita.'],
    ['it', 'parlare', 'Ieri abbiamo parlato con il direttore della banca.'],
    ['pt', 'reunião', 'As reuniões da equipe são sempre na segunda-feira.'],
    ['pt', 'trabalhar', 'Ela trabalhava em casa com o seu irmão.'],
    ['es', 'canción', 'Me gustan mucho las canciones de ese grupo.'],
    ['es', 'correr', 'Los niños corrían por la playa con su perro.'],
    ['nl', 'vergaderingen', 'De vergadering over het budget is naar vrijdag verplaatst.'],
    ['nl', 'boeken', 'Het boek ligt op de tafel bij het raam.'],
    ['sv', 'böcker', 'Jag har lånat böckerna av min syster.'],
    ['sv', 'flickan', 'Flickorna och pojkarna är på skolan.'],
    ['da', 'hunden', 'Vi har to hunde og en kat, og de er ikke venner.'],
    ['no', 'bilene', 'Bilen er på verksted, og jeg har ikke fått den tilbake.'],
    ['pl', 'książki', 'Ta książka jest bardzo ciekawa.'],
    ['pl', 'miasto', 'W małych miastach nie ma już kin.'],
    ['cs', 'kniha', 'Tyto knihy jsem koupil v Praze a jsou velmi dobré.'],
    ['cs', 'hrad', 'Na hradě je výstava, která se mi líbila.'],
    ['uk', 'книга', 'Я прочитав багато книг, і ці книги були дуже цікаві.'],
    ['uk', 'вчителька', 'Діти подарували квіти своїй вчительці.'],
    ['ru', 'машина', 'Мы поехали на старых машинах через весь город.'],
    ['ru', 'красивый', 'Она живёт в красивом доме у моря.'],
    ['bg', 'книга', 'Книгата е на масата, а той е в градината.'],
    ['tr', 'kitaplar', 'Bu kitabı çok beğendim ve bir arkadaşıma verdim.'],
    ['tr', 'ev', 'Yeni evlerimizde çok güzel bir bahçe var.'],
    ['ar', 'كتاب', 'قرأت الكِتَابَ في المكتبة'],
    ['ar', 'مهندس', 'وصل المهندسون إلى الموقع'],
    ['hi', 'किताब', 'मैंने मेज़ पर किताबें रखीं'],
    ['hi', 'लड़कियों', 'वह लड़की स्कूल जाती है'],
    ['ja', '会議', '来週の会議室を予約しました'],
    ['ja', '猫', '黒猫が庭にいます'],
    ['ko', '학교', '우리는 학교에서 만났다'],
    ['ko', '책', '어제 책을 다 읽었다'],
    ['th', 'ประชุม', 'เรามีการประชุมทุกวันจันทร์'],
    ['el', 'σπίτια', 'Το παλιό σπίτι είναι κοντά στη θάλασσα'],
    ['el', 'βιβλίων', 'Διάβασα πολλά βιβλία το καλοκαίρι'],
    ['fi', 'talo', 'Asumme vanhassa talossa meren rannalla, ja se on kaunis.'],
    ['fi', 'kirjat', 'Luin kirjan loppuun, mutta en pitänyt siitä.'],
    ['hu', 'ház', 'A házakban nincs fűtés, és ez nem jó.'],
    ['hu', 'könyv', 'Elolvastam a könyveket, és nagyon tetszettek.'],
    ['ro', 'casă', 'Casele de pe această stradă sunt foarte vechi.'],
    ['ro', 'prieten', 'Am vorbit cu prietenii mei, dar nu au venit.'],
    ['id', 'membaca', 'Bacaan itu tidak cocok untuk anak-anak yang sangat muda.'],
    ['zh', '银行', '我昨天去了中国银行开户'],
    ['hy', 'դպրոց', 'Երեխաները դպրոցում են'],
    ['ta', 'புத்தகம்', 'நான் புத்தகங்கள் வாங்கினேன்'],
  ])('%s: %s', (_language, query, text) => {
    expect(isFound(query, text)).toBe(true);
  });

  it.each([
    ['Gärten', 'Das alte Haus am Fluss wurde im Sommer verkauft.'],
    ['oiseaux', 'Les chevaux sont dans le pré derrière la maison.'],
    ['книга', 'Мы поехали на старых машинах через весь город.'],
    ['犬', '黒猫が庭にいます'],
    ['집', '어제 책을 다 읽었다'],
    ['लड़का', 'मैंने मेज़ पर किताबें रखीं'],
    ['राम', 'रमा घर आई'],
  ])('but not %s in %s', (query, text) => {
    expect(isFound(query, text)).toBe(false);
  });
});

it('finds the language of each line of a mixed text', () => {
  const text = 'The house is on the river and we like it.\nDie Häuser sind alt und wir haben sie verkauft.';
  expect(isFound('Haus', text)).toBe(true);
});

it('gives an English text no stems of other languages', () => {
  const text = 'We met Müller in Köln and talked about the die-casting machines.\nSee you in Málaga\nTake care';
  expect(toTerms(text).filter((term) => term.startsWith('_'))).toEqual([]);
});

it('asks for no stems of other languages where the question is English', () => {
  expect(toQueryTerms('where did we put the machines?')).toEqual(['where', 'did', 'we', 'put', 'machin']);
});

it('leaves out what every text of the language holds, while anything else is left', () => {
  expect(toQueryTerms('wo ist das neue Haus?')).not.toEqual(expect.arrayContaining(['ist']));
  expect(toQueryTerms('wo ist das?')).toContain('ist');
});
