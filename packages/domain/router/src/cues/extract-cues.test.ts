import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentWords, extractCues, type TextCues } from './extract-cues.ts';

type Cue = { [key in keyof TextCues]: TextCues[key] extends boolean ? key : never }[keyof TextCues];

const examples: readonly [Cue, readonly string[]][] = [
  [
    'greeting',
    [
      'Good morning!',
      'Guten Morgen zusammen',
      'Bonjour',
      'Buenos días',
      'Bom dia',
      'Buongiorno',
      'ok, hi there',
      'hiiii',
    ],
  ],
  [
    'farewell',
    ['Bye bye', 'Auf Wiedersehen', 'À bientôt', 'Hasta luego', 'Até logo', 'Arrivederci', 'never mind'],
  ],
  [
    'positiveFeedback',
    [
      'Thanks a lot',
      'Vielen Dank dafür',
      'Merci beaucoup',
      'Muchas gracias',
      'Muito obrigada',
      'Grazie mille',
      'That is perfect',
    ],
  ],
  [
    'negativeFeedback',
    [
      "No, that's wrong",
      'Nein, ich meinte Bremen',
      "Non, c'est faux",
      'Eso está mal',
      'Isso está errado',
      'No, volevo dire Roma',
      '👎',
    ],
  ],
  [
    'interrogative',
    [
      'where is my coat',
      'wo wohnt meine Schwester',
      'où habite ma sœur',
      'dónde vive mi hermana',
      'onde mora a minha irmã',
      'dove abita mia sorella',
      'ok so what is next',
    ],
  ],
  [
    'actRequest',
    [
      'Book a table',
      'Can you call Bo?',
      'Erinnere mich morgen',
      'Peux-tu réserver une table ?',
      'Reserva una mesa',
      'Reserve uma mesa',
      'Prenota un tavolo',
    ],
  ],
  [
    'answerRequest',
    [
      'Tell me about Rome',
      'Erkläre mir das Wetter',
      'Explique-moi la relativité',
      'Explícame la relatividad',
      'Explique a relatividade',
      'Spiegami la relatività',
    ],
  ],
  [
    'implicitReference',
    [
      'As you said, it rains',
      'Was hast du gesagt?',
      'Tu as dit quoi ?',
      'La última vez fue mejor',
      'Da última vez foi melhor',
      'Mi hai detto di no',
    ],
  ],
  [
    'remember',
    [
      'Remember that I love jazz',
      'Merk dir, dass ich Jazz mag',
      "N'oublie pas que j'aime le jazz",
      'Ten en cuenta que vivo en Lima',
      'Não se esqueça que moro no Porto',
      'Ricordati che vivo a Roma',
    ],
  ],
];

describe.each(examples)('%s', (cue, texts) => {
  test.each(texts)('is seen in "%s"', (text) => {
    expect(extractCues(text)[cue]).toBe(true);
  });
});

describe('feedback words in an ordinary question are no feedback', () => {
  test.each([
    'Is this good?',
    'is this correct',
    'What is a nice restaurant?',
    'How do I say thank you in Spanish',
    'Translate "thank you" into French',
    'Ist das gut?',
    'Wie sagt man danke auf Englisch?',
    'Est-ce que c’est parfait ?',
    '¿Está perfecto?',
    'Isso está errado?',
    'È giusto?',
    'Is that wrong?',
    'great pyramid of Giza',
  ])('%s', (text) => {
    expect(extractCues(text)).toMatchObject({ positiveFeedback: false, negativeFeedback: false });
  });
});

describe('forms that only look like a question', () => {
  test.each(['What a lovely day!', 'Do it', 'When I was young I lived in Rome', 'Have a nice day'])(
    '%s',
    (text) => {
      expect(extractCues(text).interrogative).toBe(false);
    },
  );
});

test.each(['what?', '¿qué', '怎么样？', 'كيف؟'])('a question mark of any script counts: %s', (text) => {
  expect(extractCues(text).questionMark).toBe(true);
});

test('a language without tables keeps the language-free cues, and every word is content', () => {
  const cues = extractCues('Czy jutro będzie padać w Krakowie?');
  expect(cues).toMatchObject({
    languages: [],
    questionMark: true,
    tokenCount: 6,
    contentCount: 6,
    greeting: false,
  });
  expect(extractCues('东京的天气怎么样').contentCount).toBeGreaterThan(1);
});

test('content words leave out social words, function words and the verb of the request', () => {
  expect(contentWords('Hi, could you please book a hotel in Paris?')).toEqual(['hotel', 'paris']);
  expect(extractCues('Turn it off').contentCount).toBe(0);
});

test('counts: density, characters, words', () => {
  expect(extractCues('no no no no')).toMatchObject({ uniqueDensity: 0.25, tokenCount: 4, charCount: 11 });
  expect(extractCues('  ')).toMatchObject({
    uniqueDensity: 0,
    tokenCount: 0,
    charCount: 0,
    questionMark: false,
  });
  expect(extractCues('...')).toMatchObject({ tokenCount: 0, charCount: 3 });
});

test('reads any text without throwing, and the same text the same way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(extractCues(text)).toEqual(extractCues(text));
    }),
  );
});
