import { expect, test } from 'vitest';
import { noExchange, readExchange } from './read-exchange.ts';

const said = (message: string, reply: string | null = 'Done.') => ({ message, reply });

test('nothing was said before', () => {
  expect(readExchange('yes', [])).toEqual(noExchange);
});

test.each<[string, string, boolean, boolean]>([
  ['yes', 'Shall I book it?', true, true],
  ['ok', 'Shall I book it? 🙂', true, true],
  ['ja bitte', 'Soll ich es buchen?', true, true],
  ['oui', 'Je réserve ?', true, true],
  ['no', 'Shall I book it?', true, false],
  ['thanks', 'Shall I book it?', true, false],
  ['yes, but later', 'Shall I book it?', true, false],
  ['yes', 'You asked why? I booked it.', false, false],
])('%s after %s', (text, reply, agentAsked, assent) => {
  expect(readExchange(text, [said('hm', reply)])).toMatchObject({ agentAsked, assent });
});

test('a request is open until something else is said', () => {
  const open = (...past: string[]) =>
    readExchange(
      'blue',
      past.map((message) => said(message)),
    ).openRequest;
  expect(open('buy two pencils')).toBe(true);
  expect(open('buy two pencils', 'and a stapler', 'envelopes')).toBe(true);
  expect(open('buy two pencils', 'what is the time?')).toBe(false);
  expect(open('buy two pencils', 'thanks')).toBe(false);
  expect(open('buy two pencils', 'that is all')).toBe(false);
  expect(open('my sister lives in Leeds')).toBe(false);
  expect(open('I need a plumber')).toBe(true);
});

test('answers to what the agent asked leave a request open', () => {
  const past = [
    said('book a table', 'For how many?'),
    said('we are four people', 'And when?'),
    said('I think seven is best'),
  ];
  expect(readExchange('outside', past).openRequest).toBe(true);
  const chat = [said('book a table', 'Done.'), said('we are four people')];
  expect(readExchange('outside', chat).openRequest).toBe(false);
});
