import { expect, test } from 'vitest';
import { PersonSearch } from './about-a-person.ts';
import type { SoughtPerson } from './person-types.ts';

/** What is found in lines of one thread each: "speaker: message -> reply"; of each its reason, "?" where it is unsure, "-" where it stays. */
function found(sought: SoughtPerson | string, ...threads: readonly (readonly string[])[]): string[] {
  const search = new PersonSearch(typeof sought === 'string' ? { name: sought } : sought);
  const read = threads.map((lines, thread) =>
    lines.map((line, n) => {
      const [said = '', reply = null] = line.split(' -> ');
      const spoken = /^([A-Z]\w+(?: [A-Z]\w+)?): (.*)$/su.exec(said);
      return {
        id: `${thread}.${n}`,
        threadId: String(thread),
        at: n * 60_000,
        speaker: spoken?.[1] ?? null,
        message: spoken?.[2] ?? said,
        reply,
      };
    }),
  );
  for (const turn of read.flat()) search.learn(turn);
  search.settle();
  return read.flatMap((turns) =>
    search.judge(turns).map(({ isUnsure, why }) => why ?? (isUnsure ? '?' : '-')),
  );
}

test('a name is found in every written form, and no other word is', () => {
  const lines = [
    'My sister Ana lives in Porto.',
    "I met ana's dentist.",
    'Anas Wohnung ist schön.',
    'ANA called.',
    'Aná is what the form says.',
    'Call Ana´s office.',
    "C'est le livre d'Ana.",
    'I like banana bread.',
    'Anastasia is here.',
    'The manager of Santander called.',
    'The weather is fine. -> So it is.',
    'Whom did I meet? -> You met Ana.',
  ];
  const all = lines.map((line) => [line]);
  expect(found('Ana', ...all)).toEqual([...Array(7).fill('named'), '-', '-', '-', '-', 'named']);
});

test('a name that is a word too needs its capital and its place', () => {
  const named = [
    'My aunt Rose is kind.',
    'I met Rose at noon.',
    'Rose lives in Bath.',
    "Rose's car is red.",
    'Rose, are you there?',
  ];
  const words = [
    'I bought a rose.',
    'The Rose is a pub.',
    'Prices rose by ten percent.',
    'Rose gold is in fashion.',
    'Ich mag die Rose im Garten.',
  ];
  expect(found('Rose', ...named.map((line) => [line]))).toEqual(Array(5).fill('named'));
  expect(found('Rose', ...words.map((line) => [line]))).toEqual(Array(5).fill('-'));
  expect(
    found('Will', ['Will you come?'], ['Will is my brother.'], ['I will come.'], ['I saw Will today.']),
  ).toEqual(['-', 'named', '-', 'named']);
  expect(
    found('Mark', ['Mark my words.'], ['Mark lives here.'], ['Das kostet zwei Mark.'], ['I told Mark.']),
  ).toEqual(['-', 'named', '-', 'named']);
  expect(
    found('May', ['I was born in May.'], ['May I ask?'], ['It is on 3 May.'], ['My friend May came.']),
  ).toEqual(['-', '-', '-', 'named']);
});

test('what somebody is to the one who speaks means them, in six languages', () => {
  const of = (first: string, then: string) => found('Ana', [first], [then]);
  expect(of('My sister Ana lives in Porto.', 'My sister likes tea.')).toEqual(['named', 'kinship']);
  expect(of('Ana is my sister.', 'Where does my little sister live?')).toEqual(['named', 'kinship']);
  expect(of('Meine Schwester heißt Ana.', 'Meine Schwester mag Tee.')).toEqual(['named', 'kinship']);
  expect(of("Ma sœur s'appelle Ana.", 'Ma sœur aime le thé.')).toEqual(['named', 'kinship']);
  expect(of('Mi hermana se llama Ana.', 'Mi hermana toma té.')).toEqual(['named', 'kinship']);
  expect(of('A minha irmã chama-se Ana.', 'A minha irmã bebe chá.')).toEqual(['named', 'kinship']);
  expect(of('Mia sorella si chiama Ana.', 'Mia sorella beve il tè.')).toEqual(['named', 'kinship']);
  expect(of('My landlady is called Ana.', 'The landlady raised the rent.')).toEqual(['named', 'kinship']);
  expect(of('My sister Ana lives in Porto.', 'Hello. -> How is your sister?')).toEqual(['named', 'kinship']);
});

test('a relation of somebody else, or of two, means nobody', () => {
  expect(
    found('Ana', ['My sister Ana called.'], ["Tom's sister is here."], ['Tom: My sister is a nurse.']),
  ).toEqual(['named', '-', '-']);
  expect(
    found('Ana', ["Tom's sister Ana called."], ['Tom: My sister is a nurse.'], ['My sister is ill.']),
  ).toEqual(['named', 'kinship', '-']);
  expect(found('Ana', ['My sister Ana called.'], ['My sister Lea called.'], ['My sister is ill.'])).toEqual([
    'named',
    '-',
    '?',
  ]);
  expect(found('Ana', ['My sister Ana called.'], ['My other sister is ill.'])).toEqual(['named', '?']);
  expect(
    found('Ana', ['My sister Ana called.'], ['My brother Tom is ill.'], ['My brother is better.']),
  ).toEqual(['named', '-', '-']);
});

test('what points to them goes, until somebody or something else takes the pronoun', () => {
  expect(
    found('Ana', [
      'My sister Ana lives in Porto.',
      'She works at the harbour.',
      'What is her job? -> I do not know.',
      'Remember that.',
      'My friend Maria came too.',
      'She likes tea.',
    ]),
  ).toEqual(['named', 'points', 'points', '-', '-', '-']);
  expect(found('Ana', ['My sister Ana met Tom.', 'He is a nurse.', 'She is a doctor.'])).toEqual([
    'named',
    '-',
    'points',
  ]);
  expect(found('Ana', ['My sister Ana came.', 'It rained.', 'I cooked.', 'We ate.', 'She is late.'])).toEqual(
    ['named', '-', '-', '-', '-'],
  );
  expect(
    found('Ana', [
      'Meine Schwester Ana wohnt in Porto.',
      'Sie arbeitet am Hafen.',
      'Die Suppe war gut. Sie war heiß.',
      'Haben Sie Zeit?',
    ]),
  ).toEqual(['named', 'points', '-', '-']);
  expect(found('Ana', ['Mi hermana Ana vive en Oporto.', 'Trabaja en el puerto.', 'Mañana llueve.'])).toEqual(
    ['named', 'points', '-'],
  );
  expect(
    found('Ana', [
      'My sister Ana moved. -> Where does she live now?',
      'In a flat at the harbour.',
      'I am tired.',
    ]),
  ).toEqual(['named', 'points', '-']);
  expect(found('Ana', ['My sister Ana moved.', 'Since when?', 'And my brother?'])).toEqual([
    'named',
    'points',
    '-',
  ]);
  expect(found('Ana', ['My sister Ana moved.', 'The trains were late. They always are.'])).toEqual([
    'named',
    '-',
  ]);
});

test('what they said, and what was said to them, goes', () => {
  expect(
    found('Ana', ['Ana: I sold my boat.', 'Tom: Do you miss it?', 'Tom: I sold my car.', 'Ana Silva: No.']),
  ).toEqual(['said-by', 'points', '-', 'said-by']);
});

test('one of two people of a name is told apart by what they are', () => {
  const sister = 'My sister Ana lives in Porto.';
  const colleague = 'My colleague Ana left the firm.';
  expect(
    found('my sister Ana', [sister, 'Ana likes tea.'], [colleague, 'Ana has a dog.'], ['Ana rang.']),
  ).toEqual(['named', 'named', '-', '-', '?']);
  expect(found('Ana', [sister], [colleague])).toEqual(['named', 'named']);
  expect(found('my sister', [sister], ['Ana rang.'])).toEqual(['named', 'named']);
});

test('further names of the person count like the first', () => {
  expect(found({ name: 'Ana', alsoNamed: ['Annie'] }, ['Annie rang.'])).toEqual(['named']);
  const related = [{ of: null, relation: 'sister', name: 'Ana' }];
  expect(found({ name: 'Ana', related }, ['My sister rang.'])).toEqual(['kinship']);
});
