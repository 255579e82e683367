import { expect, test } from 'vitest';
import { StatementSearch } from './stating.ts';

/** Which lines of one thread say it: "Tom: message -> reply"; without a name the asker speaks. */
function says(text: string, lines: readonly string[], stated: readonly string[] = []): boolean[] {
  const search = new StatementSearch({ text, isAsker: (speaker) => speaker === null });
  const turns = lines.map((line, at) => {
    const [said = '', reply = null] = line.split(' -> ');
    const spoken = /^([A-Z]\w+): (.*)$/su.exec(said);
    return {
      id: String(at),
      threadId: 't',
      at,
      speaker: spoken?.[1] ?? null,
      message: spoken?.[2] ?? said,
      reply,
    };
  });
  return search.judge(turns, new Set(stated)).map(({ gone }) => gone);
}

test('what says it goes, in other words of one stem too, and what somebody else says of themselves stays', () => {
  const lines = [
    'I live in Lisbon.',
    "I'm living in Lisbon now, near the river.",
    'I moved to Lisbon in May.',
    'Where do I live? -> You live in Lisbon.',
    'My sister lives in Lisbon.',
    'Tom: I live in Lisbon.',
    'I like Lisbon.',
    "I don't live in Lisbon.",
    'I live in Porto.',
    'My car is red. -> Noted. You said that you live in Lisbon.',
  ];
  expect(says('I live in Lisbon', lines)).toEqual([...Array(4).fill(true), ...Array(6).fill(false)]);
  expect(says("I don't live in Lisbon", lines)).toEqual([...Array(7).fill(false), true, false, false]);
  expect(says('my sister lives in Lisbon', lines)).toEqual([
    ...Array(4).fill(false),
    true,
    ...Array(5).fill(false),
  ]);
});

test.each([
  ['ich in Lissabon wohne', 'Ich wohne in Lissabon.', 'Meine Schwester wohnt in Lissabon.'],
  ["j'habite à Lisbonne", "J'habite à Lisbonne depuis mai.", 'Ma sœur habite à Lisbonne.'],
  ['vivo en Lisboa', 'Ahora vivo en Lisboa.', 'Mi hermana vive en Lisboa.'],
  ['eu moro em Lisboa', 'Moro em Lisboa.', 'A minha irmã mora em Lisboa.'],
  ['vivo a Lisbona', 'Adesso vivo a Lisbona.', 'Mia sorella vive a Lisbona.'],
])('%s', (statement, own, other) => {
  expect(says(statement, [own, other])).toEqual([true, false]);
});

test('a matter goes with the short answer to a question about it, and that of somebody else stays', () => {
  expect(
    says('my salary', [
      'My salary is 4000 euros.',
      'I want to talk about my salary. -> What is your salary?',
      '5000 since May.',
      "Tom's salary is higher.",
      'The salary of my boss is a secret.',
      'It rained all day.',
    ]),
  ).toEqual([true, true, true, false, false, false]);
});

test('a fact says it by its key and value; without a word to look for nothing does', () => {
  const isFact = (text: string, subject: string, key: string, value: string) =>
    new StatementSearch({ text, isAsker: (who) => who === null }).isFact({ subject, key, value });
  expect(isFact('I live in Lisbon', 'user', 'lives_in', 'Lisbon')).toBe(true);
  expect(isFact('ich in Lissabon wohne', 'user', 'lives_in', 'Lissabon')).toBe(true);
  expect(isFact('my salary', 'user', 'salary', '4000 euros')).toBe(true);
  expect(isFact('Ana lives in Porto', 'Ana', 'lives_in', 'Porto')).toBe(true);
  expect(isFact('I live in Lisbon', 'user', 'likes', 'Lisbon')).toBe(false);
  expect(isFact('I live in Lisbon', 'Ana', 'lives_in', 'Lisbon')).toBe(false);
  expect(says('that I am', ['I am.', 'Tom: That I am.'])).toEqual([false, false]);
});
