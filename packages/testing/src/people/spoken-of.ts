import { pick, seededRandom } from '../random.ts';

/** One message of a life. */
export interface SpokenLine {
  readonly thread: string;
  readonly text: string;
  /** It names the person, says what they are to the speaker, or points to them. */
  readonly isAbout: boolean;
}

/** Some weeks of talk in which somebody is spoken about who never speaks. */
export interface SpokenLife {
  /** The person's name; no other word of the life has it. */
  readonly name: string;
  /** What only they have: words that stand in nothing else of the life. */
  readonly own: readonly string[];
  readonly lines: readonly SpokenLine[];
}

interface Tongue {
  /** {N} name, {P1}… words of their own, {S} she or he, {O} her or him, {H} her or his. */
  readonly relations: readonly (readonly [relation: string, gender: 'f' | 'm'])[];
  readonly pronouns: Readonly<Record<'f' | 'm', readonly [subject: string, object: string, owner: string]>>;
  readonly named: readonly string[];
  readonly kin: readonly string[];
  readonly pointing: readonly string[];
  /** What somebody else is told of: {R} and {B} a person of the other gender, {F} and {G} one of the same. */
  readonly others: readonly (readonly string[])[];
  readonly talk: readonly string[];
}

const english: Tongue = {
  relations: [
    ['sister', 'f'],
    ['brother', 'm'],
    ['mother', 'f'],
    ['daughter', 'f'],
    ['son', 'm'],
    ['wife', 'f'],
    ['husband', 'm'],
    ['aunt', 'f'],
    ['uncle', 'm'],
    ['landlady', 'f'],
  ],
  pronouns: { f: ['she', 'her', 'her'], m: ['he', 'him', 'his'] },
  named: [
    'My {R} {N} lives in {P1}.',
    'My {R} is called {N}.',
    '{N} is my {R}. Remember that.',
    "I stayed at {N}'s flat in {P2} over the weekend.",
    'Yesterday {N} bought a {P3} and showed it to me.',
    'Remember that {N} is allergic to {P4}.',
    'I had a long call with {N} about {P5}.',
    'Do you know where {N} works?',
    'I told {n} about the new recipe.',
  ],
  kin: [
    'My {R} works as a {P6} these days.',
    'I had lunch with my {R} at the {P7}.',
    'Where does my {R} live?',
    'My dear {R} sent me a {P8}.',
    'What do you know about my {R}?',
  ],
  pointing: [
    '{S} likes {P9} more than anything.',
    'I gave {O} a {P10} for the anniversary.',
    'Is {H} dog still called {P11}?',
    'What did I tell you about {O}?',
    'And when {S} was young, {S} lived in {P12}.',
  ],
  others: [
    ['My {r} {B} lives in Porto.', '{X} plays chess on Fridays.', 'My {r} rang this morning.'],
    ["{G}'s {R} works as a nurse.", "I met {G}'s {R} at the market."],
    ['My friend {F} plays the violin.', '{S} practises every day.', 'I lent {O} my umbrella.'],
    ['{F} and {B} are coming to dinner.', 'The table is booked for four.'],
    [
      'I planted a rose in the garden.',
      'The prices rose again.',
      'Will it rain tomorrow?',
      'Mark the date, please.',
    ],
  ],
  talk: [
    'The weather in Porto is fine today.',
    'I need new tyres for the car.',
    'What is the capital of Peru?',
    'The train was late again.',
    'I am learning to bake bread.',
    'Please add milk to the shopping list.',
    'My favourite colour is green.',
    'The neighbours are painting their fence.',
    'I finished the book about whales.',
    'How long do eggs keep in the fridge?',
    'We moved the meeting to Thursday.',
    'My knee hurts when I run.',
    'The heating makes a strange noise.',
    'I want to visit Lisbon in spring.',
    'The tomatoes on the balcony are ripe.',
    'My phone is broken.',
    'Thanks, that helps.',
    'I have two cats and a parrot.',
    'The bank closes at four.',
    'It snowed all night.',
  ],
};

const german: Tongue = {
  relations: [
    ['Schwester', 'f'],
    ['Mutter', 'f'],
    ['Tochter', 'f'],
    ['Tante', 'f'],
  ],
  pronouns: { f: ['sie', 'ihr', 'ihre'], m: ['er', 'ihm', 'seine'] },
  named: [
    'Meine {R} {N} wohnt in {P1}.',
    'Meine {R} heißt {N}.',
    'Ich war in {N}s Wohnung in {P2}.',
    'Gestern hat {N} ein {P3} gekauft.',
    'Merk dir, dass {N} kein {P4} verträgt.',
  ],
  kin: ['Meine {R} arbeitet als {P6}.', 'Wo wohnt meine {R}?', 'Mit meiner {R} war ich im {P7}.'],
  pointing: ['Sie mag {P9} sehr.', 'Ich habe ihr ein {P10} geschenkt.', 'Was weißt du über sie?'],
  others: [
    ['Mein Bruder {B} wohnt in Porto.', 'Er spielt am Freitag Schach.'],
    ['Im Garten blüht eine Rose.', 'Die Suppe war gut. Sie war heiß.'],
    ['Meine Freundin {F} spielt Geige.', 'Sie übt jeden Tag.'],
  ],
  talk: [
    'Das Wetter in Porto ist schön.',
    'Ich brauche neue Reifen für das Auto.',
    'Der Zug kam wieder zu spät.',
    'Ich lerne Brot backen.',
    'Mein Knie tut beim Laufen weh.',
    'Die Heizung macht komische Geräusche.',
    'Haben Sie einen Vorschlag für das Abendessen?',
    'Wie lange halten Eier im Kühlschrank?',
  ],
};

const spanish: Tongue = {
  relations: [
    ['hermana', 'f'],
    ['hija', 'f'],
    ['tía', 'f'],
  ],
  pronouns: { f: ['ella', 'ella', 'su'], m: ['él', 'él', 'su'] },
  named: [
    'Mi {R} {N} vive en {P1}.',
    'Mi {R} se llama {N}.',
    'Estuve en el piso de {N} en {P2}.',
    'Ayer {N} compró un {P3}.',
  ],
  kin: ['Mi {R} trabaja como {P6}.', '¿Dónde vive mi {R}?', 'Comí con mi {R} en el {P7}.'],
  pointing: [
    'A ella le gusta {P9}.',
    'Trabaja en {P10} desde enero.',
    '¿Qué te dije de ella?',
    'La vi ayer en el {P11}.',
    'La llamé por lo del {P12}.',
    'Tengo que llamarla por el {P13}.',
    'No la he visto desde el {P14}.',
  ],
  others: [
    ['Mi hermano {B} vive en Oporto.', 'Juega al ajedrez los viernes.', 'Lo vi el lunes.'],
    ['Planté una rosa en el jardín.', 'La sopa estaba buena.'],
    ['Compré una bici en la feria.', 'La pinté de rojo.'],
    ['Mi amiga {F} toca el violín.', 'La escucho cada noche.'],
  ],
  talk: [
    'Hoy hace buen tiempo en Oporto.',
    'Necesito ruedas nuevas para el coche.',
    'El tren llegó tarde otra vez.',
    'Estoy aprendiendo a hacer pan.',
    'Me duele la rodilla cuando corro.',
    'La mesa está en la cocina.',
    'La visita al museo fue corta.',
    'Los trenes llegan tarde.',
    'Lo siento, no lo sé.',
    '¿Cuánto duran los huevos en la nevera?',
  ],
};

const french: Tongue = {
  relations: [
    ['sœur', 'f'],
    ['fille', 'f'],
    ['tante', 'f'],
  ],
  pronouns: { f: ['elle', 'elle', 'sa'], m: ['il', 'lui', 'son'] },
  named: [
    'Ma {R} {N} habite à {P1}.',
    "Ma {R} s'appelle {N}.",
    'Je suis resté chez {N} à {P2}.',
    'Hier {N} a acheté un {P3}.',
  ],
  kin: ['Ma {R} travaille comme {P6}.', 'Où habite ma {R} ?', "J'ai mangé avec ma {R} au {P7}."],
  pointing: [
    'Elle aime {P9}.',
    'Je la vois demain au {P10}.',
    "Je l'ai appelée pour le {P11}.",
    'Je lui ai donné un {P12}.',
    "J'irai la voir à {P13}.",
  ],
  others: [
    ['Mon frère {B} habite à Porto.', 'Il joue aux échecs le vendredi.', 'Je le vois souvent.'],
    ["J'ai planté une rose dans le jardin.", 'La soupe était bonne.'],
    ['Mon amie {F} joue du violon.', "Je l'écoute le soir."],
  ],
  talk: [
    "Il fait beau à Porto aujourd'hui.",
    'La table est dans la cuisine.',
    'Le train était encore en retard.',
    "J'apprends à faire du pain.",
    'Les œufs sont dans le frigo.',
    "L'eau est froide.",
  ],
};

const portuguese: Tongue = {
  relations: [
    ['irmã', 'f'],
    ['filha', 'f'],
    ['tia', 'f'],
  ],
  pronouns: { f: ['ela', 'ela', 'dela'], m: ['ele', 'ele', 'dele'] },
  named: [
    'A minha {R} {N} mora em {P1}.',
    'A minha {R} chama-se {N}.',
    'Fiquei em casa de {N} em {P2}.',
    'Ontem {N} comprou um {P3}.',
  ],
  kin: ['A minha {R} trabalha como {P6}.', 'Onde mora a minha {R}?', 'Almocei com a minha {R} no {P7}.'],
  pointing: [
    'Ela gosta de {P9}.',
    'Vi-a ontem no {P10}.',
    'Eu a chamei por causa do {P11}.',
    'Quero vê-la no {P12}.',
    'Não a conheço como {P13}.',
    'Dei-lhe um {P14}.',
  ],
  others: [
    ['O meu irmão {B} mora no Porto.', 'Joga xadrez às sextas.', 'Vi-o na segunda.'],
    ['Plantei uma rosa no jardim.', 'A sopa estava boa.'],
    ['A minha amiga {F} toca violino.', 'Ouvi-a no sábado.'],
  ],
  talk: [
    'Hoje está bom tempo no Porto.',
    'Preciso de pneus novos para o carro.',
    'O comboio chegou tarde outra vez.',
    'A mesa está na cozinha.',
    'Vou a pé para o trabalho.',
    'Os ovos estão no frigorífico.',
    'Começou a chover.',
  ],
};

const italian: Tongue = {
  relations: [
    ['sorella', 'f'],
    ['figlia', 'f'],
    ['zia', 'f'],
  ],
  pronouns: { f: ['lei', 'lei', 'sua'], m: ['lui', 'lui', 'suo'] },
  named: [
    'Mia {R} {N} abita a {P1}.',
    'Mia {R} si chiama {N}.',
    'Sono stato a casa di {N} a {P2}.',
    'Ieri {N} ha comprato un {P3}.',
  ],
  kin: ['Mia {R} lavora come {P6}.', 'Dove abita mia {R}?', 'Ho mangiato con mia {R} al {P7}.'],
  pointing: [
    'A lei piace {P9}.',
    'La vedo domani al {P10}.',
    "L'ho vista ieri al {P11}.",
    'Devo chiamarla per il {P12}.',
    'Le ho scritto del {P13}.',
    'Non la conosco come {P14}.',
  ],
  others: [
    ['Mio fratello {B} abita a Porto.', 'Gioca a scacchi il venerdì.', 'Lo vedo spesso.'],
    ['Ho piantato una rosa in giardino.', 'La zuppa era buona.'],
    ['La mia amica {F} suona il violino.', 'La sento ogni sera.'],
  ],
  talk: [
    'Oggi è bel tempo a Porto.',
    'Il treno era di nuovo in ritardo.',
    'La tavola è in cucina.',
    'Le uova sono in frigo.',
    'Gli amici arrivano domani.',
    "L'auto è rotta.",
    'Non lo so.',
  ],
};

const names = {
  f: 'Zorbeline Quillara Vexanna Tamsilda Brunoline Ostrava Melusara Nerivelle Kaldora Yrsalinde'.split(' '),
  m: 'Zorbert Quillard Vexandro Tamsild Brunold Ostrick Meluso Nerivald Kaldor Yrsalin'.split(' '),
};
const friends = { f: ['Maria', 'Laura', 'Nina', 'Julia'], m: ['Tom', 'Peter', 'Marco', 'David'] };
const others = { f: { relation: 'brother', subject: 'He' }, m: { relation: 'sister', subject: 'She' } };

/** Syllables of words that stand nowhere else. */
const syllables = 'bra cri dro fle gru hal jor kli mux nop pry qua rul sto tre vol wex yol zan plo'.split(
  ' ',
);

/** A life of `lines` messages, a third of them about the person; the same seed gives the same life. */
export function spokenLife(seed: number, lines = 48): SpokenLife {
  const random = seededRandom(seed * 7_919 + 1);
  const tongue = pick(random, [english, english, english, german, spanish, french, portuguese, italian]);
  const [relation, gender] = pick(random, tongue.relations);
  const name = `${pick(random, names[gender])}`;
  const friend = pick(random, friends[gender]);
  const otherOne = pick(random, friends[gender === 'f' ? 'm' : 'f']);
  const third = pick(
    random,
    friends.m.filter((one) => one !== otherOne && one !== friend),
  );
  const [subject, object, owner] = tongue.pronouns[gender];
  const own: string[] = [];
  const ownWord = (): string => {
    const word = `${pick(random, syllables)}${pick(random, syllables)}${pick(random, syllables)}x${own.length}${seed}`;
    own.push(word);
    return word;
  };
  const elder = others[gender];
  const fill = (template: string): string => {
    const text = template
      .replaceAll(/\{P\d+\}/gu, ownWord)
      .replaceAll('{N}', name)
      .replaceAll('{n}', name.toLowerCase())
      .replaceAll('{R}', relation)
      .replaceAll('{r}', elder.relation)
      .replaceAll('{B}', otherOne)
      .replaceAll('{F}', friend)
      .replaceAll('{G}', third)
      .replaceAll('{X}', elder.subject)
      .replaceAll('{S}', subject)
      .replaceAll('{O}', object)
      .replaceAll('{H}', owner);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const said: SpokenLine[] = [];
  const say = (thread: string, template: string, isAbout: boolean): void => {
    said.push({ thread, text: fill(template), isAbout });
  };
  // What she is to the speaker is said once at least.
  say('thread-0', tongue.named[0] as string, true);
  for (let n = 1; said.length < lines; n += 1) {
    const thread = `thread-${n % 4}`;
    const drawn = random();
    if (drawn < 0.22) {
      say(thread, pick(random, random() < 0.6 ? tongue.named : tongue.kin), true);
      for (let more = Math.floor(random() * 3); more > 0; more -= 1) {
        // A word between does not make "she" somebody else.
        if (random() < 0.3) say(thread, pick(random, tongue.talk), false);
        say(thread, pick(random, tongue.pointing), true);
      }
    } else if (drawn < 0.45) for (const line of pick(random, tongue.others)) say(thread, line, false);
    else say(thread, pick(random, tongue.talk), false);
  }
  return { name, own, lines: said };
}
