import { describe, expect, it, test } from 'vitest';
import { pastAskedAbout, timeAskedAbout } from './ask-past.ts';

// A Sunday evening in Berlin.
const now = Date.parse('2026-11-22T17:04:00Z');
const zone = 'Europe/Berlin';

function shown(span: { from: number; to: number } | undefined, inZone = zone): string | undefined {
  if (span === undefined) return undefined;
  const day = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: inZone });
  return `${day(span.from)} ${day(span.to - 1)}`;
}

const past: Readonly<Record<string, readonly (readonly [text: string, days: string])[]>> = {
  English: [
    ['Where did I live in May?', '2026-05-01 2026-05-31'],
    ['What was I allergic to in December?', '2025-12-01 2025-12-31'],
    ['What did we do on 3 December?', '2025-12-03 2025-12-03'],
    ['On the 3rd of December, what did we do?', '2025-12-03 2025-12-03'],
    ['Who visited us on March 9th?', '2026-03-09 2026-03-09'],
    ['tell me who I worked with last year', '2025-01-01 2025-12-31'],
    ['Which book was I reading two weeks ago?', '2026-11-04 2026-11-12'],
    ['Did Anna call yesterday?', '2026-11-21 2026-11-21'],
    ['What had I ordered last Tuesday?', '2026-11-17 2026-11-17'],
    ['What did I eat on Monday?', '2026-11-16 2026-11-16'],
    ['Remind me what I bought in August', '2026-08-01 2026-08-31'],
    ['Where did we go in the summer of 2019?', '2019-01-01 2019-12-31'],
    ['Can you tell me what I wore on 14 February?', '2026-02-14 2026-02-14'],
    ['And last month?', '2026-10-01 2026-10-31'],
    ['Who was my dentist in 2023?', '2023-01-01 2023-12-31'],
    ['I moved house a lot. Where was I living in March 2024?', '2024-03-01 2024-03-31'],
    ['What have we cooked in June?', '2026-06-01 2026-06-30'],
    ['Do you know where I was on 2026-01-02?', '2026-01-02 2026-01-02'],
    ['Which film did Tom recommend the day before yesterday?', '2026-11-20 2026-11-20'],
    ['Was I vegetarian in March?', '2026-03-01 2026-03-31'],
  ],
  German: [
    ['Wo habe ich im Mai gewohnt?', '2026-05-01 2026-05-31'],
    ['Wo wohnte ich im Dezember?', '2025-12-01 2025-12-31'],
    ['Was haben wir am 3. Dezember gemacht?', '2025-12-03 2025-12-03'],
    ['Mit wem war ich letzte Woche im Kino?', '2026-11-09 2026-11-15'],
    ['Was habe ich gestern gegessen?', '2026-11-21 2026-11-21'],
    ['Wer hat mich vor zwei Tagen angerufen?', '2026-11-20 2026-11-20'],
    ['Wie hieß mein Chef im Jahr 2021?', '2021-01-01 2021-12-31'],
    ['Bin ich im August nach Wien gefahren?', '2026-08-01 2026-08-31'],
    ['Sag mir, wo ich letztes Jahr gearbeitet habe', '2025-01-01 2025-12-31'],
    ['Was ist am 9.3. passiert?', '2026-03-09 2026-03-09'],
    ['Kannst du mir sagen, wann wir im Oktober gelandet sind?', '2026-10-01 2026-10-31'],
    ['Wo lebte Jonas im März 2024?', '2024-03-01 2024-03-31'],
    ['Wo arbeitete Lena 2018?', '2018-01-01 2018-12-31'],
    ['Erzähl mir, was ich vorgestern gekocht habe', '2026-11-20 2026-11-20'],
    ['Welchen Film haben wir am Samstag gesehen?', '2026-11-21 2026-11-21'],
    ['Bist du dir sicher, dass ich im Juni in Rom war?', '2026-06-01 2026-06-30'],
  ],
  French: [
    ["Où est-ce que j'habitais en mai ?", '2026-05-01 2026-05-31'],
    ["Qu'est-ce que j'ai mangé hier ?", '2026-11-21 2026-11-21'],
    ["Qu'avons-nous fait le 3 décembre ?", '2025-12-03 2025-12-03'],
    ['Où suis-je allé en août ?', '2026-08-01 2026-08-31'],
    ['Avec qui travaillais-je en 2021 ?', '2021-01-01 2021-12-31'],
    ["Qui m'a appelé la semaine dernière ?", '2026-11-09 2026-11-15'],
    ["Que s'est-il passé le 1er octobre ?", '2026-10-01 2026-10-01'],
    ["Dis-moi ce que j'ai acheté il y a deux jours", '2026-11-20 2026-11-20'],
    ["Comment s'appelait mon chef l'année dernière ?", '2025-01-01 2025-12-31'],
    ['Peux-tu me dire où nous étions en février ?', '2026-02-01 2026-02-28'],
    ['Et le mois dernier ?', '2026-10-01 2026-10-31'],
  ],
  Spanish: [
    ['¿Dónde vivía en mayo?', '2026-05-01 2026-05-31'],
    ['¿Qué hicimos el 3 de diciembre?', '2025-12-03 2025-12-03'],
    ['¿Qué comí ayer?', '2026-11-21 2026-11-21'],
    ['¿Quién me llamó la semana pasada?', '2026-11-09 2026-11-15'],
    ['¿Dónde trabajaba en 2021?', '2021-01-01 2021-12-31'],
    ['¿Qué he leído en agosto?', '2026-08-01 2026-08-31'],
    ['Dime qué compré hace dos días', '2026-11-20 2026-11-20'],
    ['¿Adónde fuimos en el mes de octubre?', '2026-10-01 2026-10-31'],
    ['¿Y el año pasado?', '2025-01-01 2025-12-31'],
    ['¿Puedes decirme qué escribí el 9 de marzo de 2025?', '2025-03-09 2025-03-09'],
    ['¿Con quién estuve el lunes?', '2026-11-16 2026-11-16'],
    ['¿Qué me regaló María anteayer?', '2026-11-20 2026-11-20'],
    ['¿Te acuerdas de dónde comíamos en junio?', '2026-06-01 2026-06-30'],
  ],
  Portuguese: [
    ['Onde eu morava em maio?', '2026-05-01 2026-05-31'],
    ['O que fizemos no dia 3 de dezembro?', '2025-12-03 2025-12-03'],
    ['O que comi ontem?', '2026-11-21 2026-11-21'],
    ['Quem me ligou na semana passada?', '2026-11-09 2026-11-15'],
    ['Onde trabalhei em 2021?', '2021-01-01 2021-12-31'],
    ['Que livro comprei há dois dias?', '2026-11-20 2026-11-20'],
    ['Diz-me onde estive em agosto', '2026-08-01 2026-08-31'],
    ['E no mês passado?', '2026-10-01 2026-10-31'],
    ['Você sabe onde eu estava em março de 2024?', '2024-03-01 2024-03-31'],
    ['Quem falou comigo na terça-feira passada?', '2026-11-17 2026-11-17'],
    ['O que a Maria me deu anteontem?', '2026-11-20 2026-11-20'],
  ],
  Italian: [
    ['Dove abitavo a maggio?', '2026-05-01 2026-05-31'],
    ['Che cosa abbiamo fatto il 3 dicembre?', '2025-12-03 2025-12-03'],
    ['Cosa ho mangiato ieri?', '2026-11-21 2026-11-21'],
    ['Chi mi ha chiamato la settimana scorsa?', '2026-11-09 2026-11-15'],
    ['Dove lavoravo nel 2021?', '2021-01-01 2021-12-31'],
    ['Dimmi dove sono andato ad agosto', '2026-08-01 2026-08-31'],
    ['Con chi ero due giorni fa?', '2026-11-20 2026-11-20'],
    ["E l'anno scorso?", '2025-01-01 2025-12-31'],
    ['Mi puoi dire cosa ho comprato il 9 marzo?', '2026-03-09 2026-03-09'],
    ['Che cosa è successo lunedì scorso?', '2026-11-16 2026-11-16'],
    ['Quanto ho pagato il divano a marzo scorso?', '2026-03-01 2026-03-31'],
    ['Ti ricordi dove mangiavamo a giugno?', '2026-06-01 2026-06-30'],
  ],
};

const none: Readonly<Record<string, readonly string[]>> = {
  English: [
    'I want to bake a cake for my birthday on 3 December. Any idea what I should avoid?',
    'Could you look after the plants, starting in January?',
    'What am I doing on 3 December?',
    'What did I say about 3 December?',
    'Did I tell you that my birthday is on 3 December?',
    'What did we plan for January?',
    'Did I say I would be in Rome on 3 December?',
    'Have I got anything on 3 December?',
    'When is the meeting in January?',
    'What will the weather be like on Monday?',
    'How has my week been since May?',
    'Where do I live?',
    'I moved to Porto in 2023.',
    'What do I do this week?',
    'What is on 3 March 2027?',
    'What changed after 2020?',
    'Is there a doctor that I still see since last year?',
    'Remind me on 3 December to ask what was wrong',
    'What is planned for December?',
    'May I ask what you think?',
    'Can you remind me tomorrow at 9 to call the pharmacy?',
    'Do I need a visa in April?',
    'Did you know that the concert is on 5 May?',
    'Which date works best, 3 March or 4 April?',
  ],
  German: [
    'Was mache ich am 3. Dezember?',
    'Was ist am 3. Dezember geplant?',
    'Hast du am 3. Dezember Zeit?',
    'Ich habe am 3. Dezember Geburtstag. Was soll ich backen?',
    'Was haben wir für Januar geplant?',
    'Kannst du mich im Januar daran erinnern?',
    'Wie wird das Wetter am Montag?',
    'Ist das Amt im Dezember geöffnet?',
    'Wo wohne ich seit Mai?',
    'Ich bin 2023 nach Porto gezogen.',
    'Was wollte ich im Dezember machen?',
    'Habe ich dir gesagt, dass mein Geburtstag am 3. Dezember ist?',
    'Was steht morgen an?',
    'Kommt Lena am Freitag?',
    'Wusstest du, dass das Konzert am 5. Mai ist?',
    'Haben wir am 12. Dezember schon etwas vor?',
    'Wer wohnt in Zimmer 2018?',
  ],
  French: [
    'Que dois-je faire le 3 décembre ?',
    "Qu'est-ce qui est prévu le 3 décembre ?",
    'Est-ce que je suis libre en janvier ?',
    'Peux-tu me rappeler lundi de payer le loyer ?',
    "Mon anniversaire est le 3 décembre. Qu'est-ce que je devrais éviter ?",
    'Où est-ce que je vis depuis mai ?',
    "Je t'ai dit que mon anniversaire est le 3 décembre ?",
    'Quel temps fera-t-il en décembre ?',
    "J'ai déménagé en 2023.",
    'Le magasin est-il ouvert en août ?',
    "Est-ce que j'ai un rendez-vous le 3 décembre ?",
  ],
  Spanish: [
    '¿Qué hago el 3 de diciembre?',
    '¿Qué está previsto para diciembre?',
    '¿Tengo algo en enero?',
    '¿Puedes recordarme el lunes que pague el alquiler?',
    'Mi cumpleaños es el 3 de diciembre. ¿Qué debo evitar?',
    '¿Te dije que mi cumpleaños es el 3 de diciembre?',
    '¿Dónde vivo desde mayo?',
    '¿Qué tiempo hará en diciembre?',
    'Me mudé en 2023.',
    '¿Qué planeamos para enero?',
    '¿Lloverá mañana?',
  ],
  Portuguese: [
    'O que faço no dia 3 de dezembro?',
    'O que está previsto para dezembro?',
    'Tenho alguma coisa em janeiro?',
    'Podes lembrar-me na segunda de pagar a renda?',
    'O meu aniversário é em 3 de dezembro. O que devo evitar?',
    'Eu te disse que o meu aniversário é no dia 3 de dezembro?',
    'Onde moro desde maio?',
    'Como estará o tempo em dezembro?',
    'Mudei-me em 2023.',
    'O que combinamos para janeiro?',
  ],
  Italian: [
    'Che cosa faccio il 3 dicembre?',
    'Che cosa è previsto per dicembre?',
    'Ho qualcosa a gennaio?',
    "Puoi ricordarmi lunedì di pagare l'affitto?",
    'Il mio compleanno è il 3 dicembre. Cosa devo evitare?',
    'Ti ho detto che il mio compleanno è il 3 dicembre?',
    'Dove vivo da maggio?',
    'Che tempo farà a dicembre?',
    'Mi sono trasferito nel 2023.',
    'Il museo è aperto ad agosto?',
  ],
};

for (const [language, cases] of Object.entries(past)) {
  describe(`a past that is asked about in ${language}`, () => {
    it.each(cases)('%s', (text, days) => expect(shown(pastAskedAbout(text, now, zone))).toBe(days));
    it.each(cases)('whatever the letters: %s', (text, days) => {
      expect(shown(pastAskedAbout(text.toUpperCase(), now, zone))).toBe(days);
    });
  });
}

for (const [language, cases] of Object.entries(none)) {
  describe(`no past is asked about in ${language}`, () => {
    it.each(cases)('%s', (text) => expect(shown(pastAskedAbout(text, now, zone))).toBeUndefined());
  });
}

test('a story asks about no past, however it ends', () => {
  const story =
    'On 3 May we were in Rome. It rained. We saw the sea. Then we drove home. What did we do in June?';
  expect(pastAskedAbout(story, now, zone)).toBeUndefined();
  expect(
    pastAskedAbout(`${'and so on it went '.repeat(20)} what did we do in June?`, now, zone),
  ).toBeUndefined();
});

test('whatever time a text names, the past that it asks about is over', () => {
  const texts = Object.values(past).flatMap((cases) => cases.map(([text]) => text));
  for (let day = 0; day < 366; day += 7) {
    const at = Date.UTC(2026, 0, 1, 11) + day * 86_400_000;
    for (const text of texts) expect(pastAskedAbout(text, at, zone)?.to ?? 0).toBeLessThanOrEqual(at);
  }
});

describe('days are days of the zone', () => {
  test.each([
    ['2026-11-22T20:00:00Z', 'Asia/Kolkata', '2026-11-21T18:30:00Z', '2026-11-22T18:30:00Z'],
    ['2026-11-22T03:00:00Z', 'America/New_York', '2026-11-20T05:00:00Z', '2026-11-21T05:00:00Z'],
    ['2026-11-22T17:00:00Z', 'Europe/Berlin', '2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z'],
    // The clocks were put back on the day before: it had 25 hours, and 23 in spring.
    ['2026-10-26T12:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['2026-03-30T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ])('yesterday, seen at %s in %s', (at, where, from, to) => {
    const span = pastAskedAbout('What did I eat yesterday?', Date.parse(at), where);
    expect(span).toEqual({ from: Date.parse(from), to: Date.parse(to) });
  });
});

describe('the nearest reading counts where nothing tells the past', () => {
  test.each([
    ['my birthday is on 3 December', '2026-12-03 2026-12-03'],
    ['starting in January', '2027-01-01 2027-01-31'],
    ['in October', '2026-10-01 2026-10-31'],
    ['ab dem 1. März', '2027-03-01 2027-03-01'],
    ['en janvier', '2027-01-01 2027-01-31'],
    ['el 5 de noviembre', '2026-11-05 2026-11-05'],
    ['em fevereiro', '2027-02-01 2027-02-28'],
    ['il 2 gennaio', '2027-01-02 2027-01-02'],
    ['we were in Rome in January', '2026-01-01 2026-01-31'],
    ['next month', '2026-12-01 2026-12-31'],
    ['zwölf Personen', undefined],
  ])('%s', (text, days) => expect(shown(timeAskedAbout(text, now, zone))).toBe(days));
});

describe('the time that a question asks about', () => {
  // A Wednesday.
  const wednesday = Date.parse('2026-06-17T15:30:00Z');
  const days = (question: string) => {
    const span = timeAskedAbout(question, wednesday, 'UTC');
    const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    return span === undefined ? undefined : `${iso(span.from)} ${iso(span.to)}`;
  };
  it.each([
    ['What did we agree on 3 March 2025?', '2025-03-03 2025-03-04'],
    ['What happened on May 7th?', '2026-05-07 2026-05-08'],
    ['Who called on the 30th of November?', '2025-11-30 2025-12-01'],
    ['Where was I in May?', '2026-05-01 2026-06-01'],
    ['What did I buy in August?', '2025-08-01 2025-09-01'],
    ['And in February 2024?', '2024-02-01 2024-03-01'],
    ['Which books did I read in 2023?', '2023-01-01 2024-01-01'],
    ['What did I say on 2026-01-02?', '2026-01-02 2026-01-03'],
    ['What did I do yesterday?', '2026-06-16 2026-06-17'],
    ['What did I eat this morning?', '2026-06-17 2026-06-18'],
    ['Whom did I meet last week?', '2026-06-08 2026-06-15'],
    ['Whom did I meet last weekend?', '2026-06-13 2026-06-15'],
    ['What did I plan last month?', '2026-05-01 2026-06-01'],
    ['What did I plan last year?', '2025-01-01 2026-01-01'],
    ['What was it two days ago?', '2026-06-15 2026-06-16'],
    ['What did we talk about last Wednesday?', '2026-06-10 2026-06-11'],
    ['What did we talk about this Monday?', '2026-06-15 2026-06-16'],
  ])('%s', (question, expected) => expect(days(question)).toBe(expected));

  it('gives some room around a count of weeks, months or years', () => {
    const span = timeAskedAbout('Where did I go three months ago?', wednesday, zone);
    expect(span?.from).toBeLessThan(Date.parse('2026-03-10T00:00:00Z'));
    expect(span?.to).toBeGreaterThan(Date.parse('2026-03-25T00:00:00Z'));
  });

  it.each([
    'Where do I live?',
    'May I ask something?',
    'Did the march go well?',
    'Who lives at number 12?',
    '',
  ])('is none in "%s"', (question) => expect(timeAskedAbout(question, wednesday, zone)).toBeUndefined());
});
