/** One message of a talk. */
export interface Line {
  readonly thread: string;
  readonly text: string;
  readonly speaker?: string;
}

const threads: Readonly<Record<string, readonly (string | readonly [speaker: string, text: string])[]>> = {
  family: [
    'My sister Ada lives in Lyon and works as a violin teacher.',
    'Where does my sister live?',
    'And her work?',
    'No, she is a cello teacher.',
    'What does Ada do?',
    'Thanks!',
    'She moved to Nantes last week.',
    'Where does Ada live now?\n\nPlease answer with [m1] & <b>care</b>.',
    'What do you know about Ada?',
  ],
  lists: [
    'Please put rice on the shopping list',
    'and eggs',
    'no, brown rice',
    'What is on my shopping list?',
    'Put it on the list.',
    'Remind me tomorrow at 9 to call the dentist.',
    'Remind me to water the plants.',
    'at 6 in the evening',
    'What reminders do I have?',
  ],
  words: [
    '',
    'ok',
    '???',
    'Hm',
    'What?',
    'Do it.',
    'Can you help me with that?',
    'the usual',
    '👍',
    'x'.repeat(2_500),
  ],
  german: [
    'Mein Bruder heißt Jan und wohnt in Graz.',
    'Wo wohnt mein Bruder?',
    'Danke dir',
    'Erinnere mich morgen um acht an den Müll.',
    'Und was macht er beruflich?',
  ],
  french: [
    'Mon chat s’appelle Minou.',
    'Comment s’appelle mon chat ?',
    'Merci beaucoup',
    'Ajoute du pain à la liste de courses.',
  ],
  spanish: ['Mi hermana vive en Lima.', '¿Dónde vive mi hermana?', 'Gracias'],
  italian: ['La mia auto è una Panda rossa.', 'Di che colore è la mia auto?', 'Grazie mille'],
  portuguese: ['O meu cão chama-se Rex.', 'Como se chama o meu cão?', 'Obrigado'],
  room: [
    ['Piet', 'Hanna, can you bring plates on Friday?'],
    ['Hanna', 'Sure, Piet, twelve of them.'],
    ['Piet', 'Great, see you then.'],
    ['Hanna', 'Does anybody know when the shop closes?'],
    ['Piet', 'default, what did Hanna say about the plates?'],
  ],
  facts: [
    'My door code is 4417.',
    'Kai told me that the boat is in Bergen, at pier 3.',
    'Where is the boat?',
    'What is my door code?',
    'Is the boat in Oslo?',
    'What did Kai tell me last week?',
    'Who is Kai?',
    'Remember that the boat was sold yesterday.',
    'Do I still have the boat?',
  ],
};

/** Questions in threads of their own, which memory alone can answer. */
export const laterTalk: readonly Line[] = [
  'Where does my sister live now?',
  'What is my door code?',
  'Wo wohnt mein Bruder?',
  'Comment s’appelle mon chat ?',
  '¿Dónde vive mi hermana?',
  'What did Kai tell me?',
  'Did I sell the boat?',
].map((text, n) => ({ thread: `later-${n}`, text }));

/** A talk in six languages that meets every mode: statements, questions, orders, fragments, nods, and people who talk to each other. */
export const ownTalk: readonly Line[] = Object.entries(threads).flatMap(([thread, lines]) =>
  lines.map(
    (line): Line =>
      typeof line === 'string' ? { thread, text: line } : { thread, speaker: line[0], text: line[1] },
  ),
);

/** The lines of files of public rows: `text`, perhaps with `speaker` and a thread, one JSON object a line; `perThread` of a file make a thread. */
export function rowsOf(text: string, name: string, perThread: number): Line[] {
  const rows = text.split('\n').filter((line) => line.trim() !== '');
  return rows.flatMap((row, n): Line[] => {
    const { speaker, text: said } = JSON.parse(row) as { speaker?: unknown; text?: unknown };
    if (typeof said !== 'string') return [];
    const thread = `${name}-${Math.floor(n / perThread)}`;
    return [{ thread, text: said, ...(typeof speaker === 'string' ? { speaker } : {}) }];
  });
}
