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
      'My door code is 4417, keep that in mind',
      'Der Code ist 4417, merk es dir',
      'Le code est 4417, ne l’oublie pas',
      'El código es 4417, no lo olvides',
      'O código é 4417, não te esqueças disso',
      'Il codice è 4417, tienilo a mente',
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

describe('what is kept for the speaker, and decisions of the agent, are asked about', () => {
  test.each([
    "What's on my shopping list?",
    'whats on my to-do list',
    'What reminders do I have?',
    'Do I have any open reminders?',
    'When is my next reminder?',
    'What is my current focus?',
    'what am I focusing on right now',
    'Show me my todo list',
    'which lists do I have',
    'Explain your last decision',
    'Why did you answer that?',
    'Was steht auf meiner Einkaufsliste?',
    'Welche Erinnerungen habe ich?',
    'Was ist mein Fokus?',
    'Zeig mir meine To-do-Liste',
    'Erkläre deine letzte Entscheidung',
    'Warum hast du das geantwortet?',
    "Qu'est-ce qu'il y a sur ma liste de courses ?",
    'Quels rappels ai-je ?',
    'Quel est mon focus ?',
    'Montre-moi ma liste de tâches',
    'Explique ta dernière décision',
    'Pourquoi as-tu répondu ça ?',
    '¿Qué hay en mi lista de la compra?',
    '¿Qué recordatorios tengo?',
    '¿Cuál es mi foco?',
    'Muéstrame mi lista de tareas',
    'Explica tu última decisión',
    '¿Por qué respondiste eso?',
    'O que está na minha lista de compras?',
    'Que lembretes tenho?',
    'Qual é o meu foco?',
    'Mostre a minha lista de tarefas',
    'Explique a sua última decisão',
    'Por que você respondeu isso?',
    "Cosa c'è nella mia lista della spesa?",
    'Che promemoria ho?',
    'Qual è il mio focus?',
    'Mostrami la mia lista di cose da fare',
    'Spiega la tua ultima decisione',
    'Perché hai risposto così?',
  ])('%s', (text) => {
    expect(extractCues(text).asksKept).toBe(true);
  });

  test.each([
    'My reminder went off',
    'My reminder went off, is that right?',
    'I made a list of cities',
    'My focus is the report',
    'Remember that my list is blue',
    'What is a todo list?',
    'What do I have to do to get a passport?',
    'Do I have to make a list?',
    'Where does my brother keep the list?',
    'Give me a list of ingredients for lasagna',
    'Tell me about the decision of the court',
    'How are you doing?',
    'Meine Erinnerung kam zu spät',
    'Muss ich eine Liste schreiben?',
    'Mon rappel a sonné',
    "Qu'est-ce qu'une liste ?",
    'Mi recordatorio ha sonado',
    '¿Qué es una lista?',
    'O meu lembrete tocou',
    'O que é uma lista?',
    'Il mio promemoria è suonato',
    "Cos'è una lista?",
  ])('but not in: %s', (text) => {
    expect(extractCues(text).asksKept).toBe(false);
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

test.each([
  'vergiss, dass ich in Lissabon wohne',
  "oublie que j'habite à Lisbonne",
  'olvida que vivo en Lisboa',
  'esquece que eu moro em Lisboa',
  'dimentica che vivo a Lisbona',
])('%s: asks for something to be done, and ends no matter', (text) => {
  expect(extractCues(text)).toMatchObject({ actRequest: true, farewell: false, remember: false });
});

test.each([
  'Every day at 8 tell me what is on my shopping list',
  'each Friday at noon tell me a joke',
  'Every weekday at 7:30 am send me the news',
  'Jeden Tag um 8 sag mir, was auf meiner Einkaufsliste steht',
  'Jeden Montag um 9 Uhr fasse zusammen, was ich gesagt habe',
  'Tous les matins à 8 h dis-moi ce que contient ma liste',
  'Cada lunes a las 9 dime qué hay en mi lista',
  'Todos os dias às 8 diz-me o que está na minha lista',
  'Ogni giorno alle 8 dimmi cosa c’è nella mia lista',
])('%s: asks for something to be done', (text) => {
  expect(extractCues(text)).toMatchObject({ actRequest: true });
});

test.each([
  'Every day I tell people the same',
  'every day at 8',
  'Every morning my boss wants to know why',
  'Jeden Tag um 8 Uhr fährt der Zug',
  'Cada día es mejor',
])('%s: asks for nothing', (text) => {
  expect(extractCues(text)).toMatchObject({ actRequest: false });
});
