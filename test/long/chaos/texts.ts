import { pick } from '@salience/testing/load';

const people = ['Ana', 'Bo', 'Chen', 'Dara', 'Emil', 'Fatou'];
const places = ['Porto', 'Oslo', 'Lima', 'Kyoto', 'Accra', 'Graz'];
const things = [
  'the invoice run',
  'the garden fence',
  'our search index',
  'the marathon',
  'the bread recipe',
  'the tax form',
];

/** Something a person could say: facts, questions, thanks, small talk, and now and then something not worth a word. */
export function saySomething(random: () => number): string {
  const [who, where, what] = [pick(random, people), pick(random, places), pick(random, things)];
  return pick(random, [
    `My friend ${who} lives in ${where}. Remember that.`,
    `Where does ${who} live?`,
    `I worked on ${what} all day and it still is not done.`,
    `What do you know about ${what}?`,
    `Let's talk about ${where} instead: ${who} goes there in May.`,
    'Thanks, that helps!',
    'ok',
    'hm',
    `Can you explain how ${what} relates to ${where}?`,
  ]);
}
