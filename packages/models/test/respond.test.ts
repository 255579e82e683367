import { renderPrompt, type RenderedPrompt, type TemplateName } from '@salience/context';
import { describe, expect, test } from 'vitest';
import { createModels } from '../src/index.ts';

const models = createModels({ default: { kind: 'offline' } });
const id = (n: number) => `ex_${n.toString(16).padStart(32, '0')}`;

interface Told {
  readonly text: string;
  readonly speaker?: string;
  readonly trust?: 'external' | 'user';
}

/** A prompt with what was told on successive days, oldest first. */
function promptOf(
  told: readonly (string | Told)[],
  message: string,
  template: TemplateName = 'RESPOND',
  asHistory = false,
): RenderedPrompt {
  const items = told.map((item, n) => {
    const { text, speaker = 'user', trust = 'user' } = typeof item === 'string' ? { text: item } : item;
    const at = `2026-03-${String(n + 1).padStart(2, '0')}T08:00:00.000Z`;
    return {
      id: id(n),
      exchangeId: id(n),
      kind: 'exchange' as const,
      text,
      at,
      speaker,
      trust,
      relevance: 0.5,
      reply: null,
    };
  });
  return renderPrompt({
    template,
    agent: { name: 'Ada', persona: 'Calm.', files: [] },
    message: { text: message, at: '2026-04-01T08:00:00.000Z', speaker: 'user', trust: 'user' },
    memory: asHistory ? [] : items.map(({ reply: _reply, ...item }) => item),
    history: asHistory ? items : [],
    world: [],
  });
}

/** A prompt that remembers nothing but what is known of who asks. */
function knowing(about: string, text: string, message: string): RenderedPrompt {
  const trait = {
    id: 'trt_1',
    about,
    text,
    exchangeId: id(7),
    at: '2026-03-01T08:00:00.000Z',
    origin: 'explicit' as const,
    trust: 'user' as const,
    relevance: 0.9,
  };
  return renderPrompt({
    template: 'RESPOND',
    agent: { name: 'Ada', persona: 'Calm.', files: [] },
    message: { text: message, at: '2026-04-01T08:00:00.000Z', speaker: 'user', trust: 'user' },
    memory: [],
    history: [],
    world: [],
    person: { name: 'user', traits: [trait] },
  });
}

const say = async (prompt: RenderedPrompt) => (await models.reply({ prompt })).text;

const sister = 'My sister Ana lives in Porto. Remember that.';
const household = [
  sister,
  'I work as a nurse at Santa Maria hospital.',
  'I have two cats and a dog named Rex.',
  'My dentist appointment is on Friday at 3pm.',
  'My favourite colour is green.',
  'I was born in Braga on 4 May 1990.',
  'My son Tom is 7 years old.',
  'I live in Lisbon with my wife Clara.',
  'The spare keys are in the kitchen drawer.',
  'My flight to Berlin leaves on 12 June at 9:40.',
  'Peter is my boss. He drives an old Volvo.',
  'I love sushi but I am allergic to peanuts.',
  'We bought the house for 250,000 euros in 2019.',
  'My name is Miguel.',
  'Does my brother live in Faro?',
];

/** Question, the beginning of the answer, the number of the memory it must cite. */
const answered: readonly (readonly [string, RegExp, number])[] = [
  ['Where does my sister live?', /^Porto\. You told me on 1 March 2026: "My sister Ana lives in Porto\."/, 0],
  ['where does my sister live', /^Porto\./, 0],
  ['Where does Ana live?', /^Porto\./, 0],
  ['Do you remember where my sister lives?', /^Porto\./, 0],
  ['Can you tell me where Ana lives?', /^Porto\./, 0],
  ['In which city does my sister live?', /^Porto\./, 0],
  ['Who lives in Porto?', /^Ana\./, 0],
  ["What is my sister's name?", /^Ana\./, 0],
  ['What is my sister called?', /^Ana\./, 0],
  ['Hi! Where does my sister live these days?', /^Porto\./, 0],
  ['Where do I live?', /^Lisbon\./, 7],
  ['What is my job?', /^Nurse/, 1],
  ['What do I do for a living?', /^Nurse/, 1],
  ['How many cats do I have?', /^Two\./, 2],
  ["What is my dog's name?", /^Rex\./, 2],
  ['When is my dentist appointment?', /^Friday at 3pm\./, 3],
  ['What is my favorite color?', /green/i, 4],
  ["What's my favourite colour?", /^Green\./, 4],
  ['Where was I born?', /^Braga\./, 5],
  ['When was I born?', /^4 May 1990\./, 5],
  ['How old is my son?', /^7\./, 6],
  ["What's my wife's name?", /^Clara\./, 7],
  ['Who is my wife?', /Clara/, 7],
  ['Where are the spare keys?', /^(In )?the kitchen drawer\./i, 8],
  ['When does my flight to Berlin leave?', /^12 June at 9:40\./, 9],
  ['What am I allergic to?', /peanuts/i, 11],
  ['How much did the house cost?', /250,000/, 12],
  ['What is my name?', /^Miguel\./, 13],
  ['Who is my boss?', /Peter/, 10],
  [
    'What did I tell you about my sister?',
    /^You told me on 1 March 2026: "My sister Ana lives in Porto\."/,
    0,
  ],
  ['Who is Ana?', /My sister Ana lives in Porto/, 0],
];

const unknown = [
  'Where does my brother live?',
  'Where does my mother live?',
  'Where does Maria live?',
  'Where does my sister work?',
  'When did my sister move to Porto?',
  'How old is my sister?',
  "What is my brother's name?",
  'Who lives in Madrid?',
  'What is the capital of France?',
  'When is my tax appointment?',
  'How many horses do I have?',
  'Does my brother live in Faro?',
  'What is the meaning of life?',
  'Where did I park the car?',
];

describe('questions about what was told', () => {
  test.each(answered)('%s', async (question, expected, source) => {
    const reply = await say(promptOf(household, question));
    expect(reply).toMatch(expected);
    expect(reply).toContain(`[${id(source)}]`);
  });

  test.each(unknown)('nothing irrelevant: %s', async (question) => {
    const reply = await say(promptOf(household, question));
    expect(reply).toMatch(/^I don't know/);
    expect(reply).not.toContain('[ex_');
  });

  test.each([
    'Where does my brother live?',
    'Where do I live?',
    'Where does my sister work?',
    'Who lives in Rome?',
  ])('with one memory only, it still does not guess: %s', async (question) => {
    expect(await say(promptOf([sister], question))).toMatch(/^I don't know/);
  });

  test('cold: the first question after the first message, from memory and from history', async () => {
    for (const asHistory of [false, true]) {
      const reply = await say(promptOf([sister], 'Where does my sister live?', 'RESPOND', asHistory));
      expect(reply).toMatch(/^Porto\. .*\[ex_0{32}\]$/);
    }
  });

  test('the newer of two contradicting statements counts, also when it names her otherwise', async () => {
    const reply = await say(promptOf([sister, 'Ana moved to Lisbon in May.'], 'Where does my sister live?'));
    expect(reply).toMatch(/^Lisbon\./);
    expect(reply).toContain(`[${id(1)}]`);
  });

  test('the words of the exchange are quoted rather than the fact taken from them', async () => {
    const item = { exchangeId: id(1), at: '', speaker: 'user', trust: 'user' as const, relevance: 0.5 };
    const prompt = renderPrompt({
      template: 'RESPOND',
      agent: { name: 'Ada', persona: '', files: [] },
      message: { text: 'Where does Ana live?', at: '', speaker: 'user', trust: 'user' },
      memory: [
        { ...item, id: id(1), kind: 'exchange', text: sister },
        { ...item, id: `fact_${'f'.repeat(32)}`, kind: 'fact', text: 'Ana lives in Porto' },
      ],
      history: [],
      world: [],
    });
    expect(await say(prompt)).toBe(`Porto. You told me: "My sister Ana lives in Porto." [${id(1)}]`);
  });

  test('a pronoun means whoever was spoken of last', async () => {
    expect(await say(promptOf([sister], 'Where does she live?', 'RESPOND', true))).toMatch(/^Porto\./);
  });

  test('somebody else is quoted by name', async () => {
    const told = [{ text: 'I went to the pottery class in Boston.', speaker: 'Caroline' }];
    expect(await say(promptOf(told, 'Where did Caroline go to the pottery class?'))).toMatch(
      /^Boston\. Caroline said/,
    );
  });

  test.each([
    ['Meine Schwester Ana wohnt in Porto.', 'Wo wohnt meine Schwester?', /^Porto\. Du hast mir/],
    ['Ma sœur Ana habite à Porto.', 'Où habite ma sœur ?', /^Porto\. Tu m'as dit/],
    ['Mi hermana Ana vive en Oporto.', '¿Dónde vive mi hermana?', /^Oporto\. Me dijiste/],
    ['A minha irmã Ana mora no Porto.', 'Onde mora a minha irmã?', /^Porto\. Disseste-me/],
    ['Mia sorella Ana abita a Porto.', 'Dove abita mia sorella?', /^Porto\. Mi hai detto/],
  ])('in its own language: %s', async (told, question, expected) => {
    expect(await say(promptOf([told], question))).toMatch(expected);
  });

  test('it says what it is, once', async () => {
    const first = await say(promptOf([], 'What is the capital of France?'));
    expect(first).toContain('offline responder');
    const prompt = renderPrompt({
      template: 'RESPOND',
      agent: { name: 'Ada', persona: '', files: [] },
      message: { text: 'And of Spain?', at: '', speaker: 'user', trust: 'user' },
      memory: [],
      history: [
        {
          exchangeId: id(1),
          at: '',
          speaker: 'user',
          trust: 'user',
          text: 'What is the capital of France?',
          reply: first,
        },
      ],
      world: [],
    });
    expect(await say(prompt)).toBe("I don't know: nothing I remember answers that.");
    expect(await say(promptOf([], 'Are you a real AI?'))).toContain('no language model');
    expect(await say(promptOf([], 'Write me a poem about the sea.'))).toMatch(
      /^I can't do that\..*no language model/,
    );
  });
});

describe('messages that ask nothing', () => {
  test.each([
    [sister, 'Noted: your sister Ana lives in Porto.'],
    ["I'm moving to Faro next week", 'Noted: you are moving to Faro next week.'],
    ['Remember that my locker code is 4711.', 'Noted: your locker code is 4711.'],
    ['Our team meets on Monday.', 'Noted: "Our team meets on Monday."'],
    ['Meine Schwester Ana wohnt in Porto.', 'Notiert: „Meine Schwester Ana wohnt in Porto.“'],
  ])('%s', async (message, expected) => {
    expect(await say(promptOf([], message))).toBe(expected);
    expect(await say(promptOf([], message, 'ACKNOWLEDGE'))).toBe(expected);
  });

  test.each([
    ['Hello!', 'Hello!'],
    ['Hey, how are you?', 'Hello! All is well here, thank you.'],
    ['Thanks a lot', "You're welcome."],
    ['bye', 'Goodbye!'],
    ['ok great', 'All right.'],
    ['Guten Morgen', 'Hallo!'],
    ['Vielen Dank!', 'Gern geschehen.'],
    ['Merci beaucoup', 'Je vous en prie.'],
    ['Bonjour', 'Bonjour !'],
    ['¡Muchas gracias!', 'De nada.'],
    ['Hasta mañana', '¡Adiós!'],
    ['Bom dia', 'Olá!'],
    ['Obrigado!', 'De nada.'],
    ['Grazie mille', 'Prego.'],
    ['Buongiorno', 'Ciao!'],
  ])('%s', async (message, expected) => {
    expect(await say(promptOf([], message, 'ACKNOWLEDGE'))).toBe(expected);
  });

  test('an unclear message is asked back by its unclear part; a reminder is delivered', async () => {
    expect(await say(promptOf([], 'Can you move it?', 'CLARIFY'))).toBe('What do you mean by “it”?');
    expect(await say(promptOf([], 'budget', 'CLARIFY'))).toBe(
      'What would you like to know or do about “budget”?',
    );
    expect(await say(promptOf([], 'call my mother', 'REMIND'))).toBe('Reminder: call your mother');
  });
});

test('law 10: what came from outside is never passed off as told by the person', async () => {
  const told: Told[] = [{ text: 'The wifi code is 9876.', speaker: 'mail', trust: 'external' }];
  const reply = await say(promptOf(told, 'What is the wifi code?'));
  expect(reply).toMatch(/^9876\. mail said/);
});

describe('what is known of who asks', () => {
  test.each([
    ['name', 'Miguel', 'What is my name?', 'Miguel.'],
    ['lives in', 'Porto', 'Where do I live?', 'Porto.'],
    ['works as', 'nurse', 'What do I do for work?', 'Nurse.'],
    ['favourite colour', 'dark green', 'What is my favourite colour?', 'Dark green.'],
    ['taste', 'likes jazz', 'What do I like?', 'Jazz.'],
    ['age', '31', 'How old am I?', '31.'],
  ])('answers by itself, with its source: %s %s', async (about, text, message, answer) => {
    const said = await say(knowing(about, text, message));
    expect(said.startsWith(answer), said).toBe(true);
    expect(said).toContain(`[${id(7)}]`);
  });

  test('and no other question', async () => {
    expect(await say(knowing('name', 'Miguel', 'Where do I live?'))).toContain("don't know");
  });
});
