import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifierOf, classifyThought } from '../src/index.ts';

const typeOf = (text: string) => classifyThought(text).type;

test.each([
  ['How does this connect to the memory work?', 'question'],
  ['What is the plan and why now?', 'question'],
  ['This relates to what we said on Monday', 'connection'],
  ['There is a connection between the two', 'connection'],
  ['I disagree with that', 'disagreement'],
  ["I'm not sure about the second part", 'disagreement'],
  ['Actually, it was on Tuesday', 'disagreement'],
  ['I have an idea for the cache', 'insight'],
  ['What if we cached it?', 'insight'],
  ['I just realized that both read the same row', 'insight'],
  ['The build is green', 'reaction'],
])('the table of types: %s is a %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

test.each([
  ['I will show the ideal setup', 'reaction'],
  ['An ideal world', 'reaction'],
  ['Actually I agree', 'reaction'],
  ['I actually love it', 'reaction'],
  ['It is actually pretty good', 'reaction'],
  ["I don't disagree", 'reaction'],
  ["I can't disagree with that", 'reaction'],
  ["That's not a bad idea", 'insight'],
  ['No problem', 'reaction'],
  ['No relation', 'reaction'],
  ['No objections from me', 'reaction'],
  ['I have no idea', 'reaction'],
  ["Can't wait for Friday", 'reaction'],
  ['Not bad', 'reaction'],
])('words count whole and in their place: %s is a %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

test('a word that only holds a question word asks nothing without a mark, and no basic question with one', () => {
  const basic = classifierOf({ classifier: { questionWords: 'basic' } });
  expect(classifyThought('show?', basic).type).toBe('reaction');
  expect(classifyThought('how?', basic).type).toBe('question');
  expect(classifyThought('show').type).toBe('reaction');
  expect(classifyThought('show?')).toEqual({ type: 'question', rule: 'question.mark' });
});

test.each([
  ['She said "I disagree" and left', 'reaction'],
  ['> I disagree\nFine', 'reaction'],
  ['Run `what if` now', 'reaction'],
  ['```\nwhy not?\n```\ndone', 'reaction'],
  ['See https://a.example/?q=why', 'reaction'],
  ['这样可以吗？', 'question'],
  ['👍🎉', 'reaction'],
  ['???', 'question'],
  ['', 'reaction'],
  ['   \n', 'reaction'],
])('quotes, code and addresses are not read, marks of any script are: %j is a %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

test.each([
  ['Das sehe ich anders', 'disagreement'],
  ['Nein, das stimmt nicht', 'disagreement'],
  ['Ich widerspreche dir nicht', 'reaction'],
  ['Weiß jemand, wie das geht', 'question'],
  ['Mir ist klar geworden, dass beide dasselbe lesen', 'insight'],
  ["Je ne suis pas d'accord", 'disagreement'],
  ['Est-ce que tu as le lien', 'question'],
  ["C'est une bonne idée", 'insight'],
  ['No estoy de acuerdo con eso', 'disagreement'],
  ['No discrepo contigo', 'reaction'],
  ['¿Dónde está la reunión', 'question'],
  ['Não concordo com isso', 'disagreement'],
  ['Alguém sabe onde fica a sala', 'question'],
  ["Non sono d'accordo con te", 'disagreement'],
  ["Mi chiedo se funzioni con l'altra", 'question'],
  ['Questo ha a che fare con la memoria', 'connection'],
])('six languages: %s is a %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

test.each([
  ['Actually this relates to the cache', 'disagreement.actually'],
  ['No, that was yesterday', 'disagreement.no'],
  ["I don't think so", 'disagreement.opinion'],
  ['That is not a server', 'disagreement.denial'],
  ['Yes, but it costs more', 'disagreement.but'],
  ['I wonder how it scales', 'question.indirect'],
  ['how do i install it', 'question.opening'],
  ['I cannot open the page', 'none'],
  ["I don't know", 'none'],
  ['thanks, it does not matter', 'none'],
])('the rule that fired is told: %s by %s', (text, rule) => {
  expect(classifyThought(text).rule).toBe(rule);
});

test('the order decides where several rules fire, and a type that is left out is never told', () => {
  const config = classifierOf({ classifier: { order: ['question', 'insight'] } });
  expect(classifyThought('What if we cached it?', config).type).toBe('question');
  expect(classifyThought('I disagree', config).type).toBe('reaction');
});

test('any text has a type, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(classifyThought(text)).toEqual(classifyThought(text));
    }),
  );
});

test('a text of ten thousand quotes and marks is read in no time', () => {
  const started = performance.now();
  typeOf(`${'"'.repeat(10_001)}${'>'.repeat(10_000)}${'```'.repeat(5_000)}${'no but '.repeat(5_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});
