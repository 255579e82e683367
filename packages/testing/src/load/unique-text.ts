import { pick } from '../random.ts';

/** Who, where and what texts are about, and what came of it. */
export const people = [
  'Ana',
  'Bo',
  'Chen',
  'Dara',
  'Emil',
  'Fatou',
  'Goran',
  'Hana',
  'Ivo',
  'Jun',
  'Kofi',
  'Lena',
];
export const places = ['Porto', 'Oslo', 'Lima', 'Kyoto', 'Accra', 'Graz', 'Turin', 'Cork', 'Bergen', 'Hanoi'];
export const things = [
  'the invoice run',
  'the garden fence',
  'our search index',
  'the marathon plan',
  'the bread recipe',
  'the tax form',
  'the choir rehearsal',
  'the roof of the barn',
  'the data migration',
  'my old bicycle',
  'the school trip',
  'the heating system',
];
export const outcomes = [
  'it still is not done',
  'nobody has answered yet',
  'the numbers do not add up',
  'we are two days late',
  'it went better than last time',
  'the parts have arrived at last',
];

/**
 * Something a person could say that nobody has said in this run: `number` is in it as an order, a time or a price, so
 * that no cache of texts can answer and every reply can be told from every other. Two in five tell, two in five ask, one
 * in five asks for something to be done or is small talk. 40 to 200 characters, about 105 in the mean.
 */
export function uniqueText(random: () => number, number: number): string {
  const [who, where, what] = [pick(random, people), pick(random, places), pick(random, things)];
  const [other, outcome] = [pick(random, people), pick(random, outcomes)];
  return pick(random, [
    `My friend ${who} lives in ${where} and looks after order ${number} for us. Remember that.`,
    `I worked on ${what} with ${who} all day and ${outcome}; the log says ${number}.`,
    `${who} told me in ${where} that ${what} costs ${number} crowns now, and that ${other} will pay half of it if we decide before the weekend.`,
    `We moved ${what} to ${where} because ${outcome}. The new code is ${number}.`,
    `Where does ${who} keep the key with number ${number}?`,
    `What do you know about ${what}, and why does ${other} call it case ${number}?`,
    `Can you explain how ${what} relates to ${where}? ${who} asked me ${number} times and I could not say anything that made sense.`,
    `How long will the train from ${where} take if ${who} leaves with service ${number}?`,
    `Please put ${what} on the list for ${who} as item ${number}.`,
    `Thanks, that settles ${what} for ${other}, ticket ${number} is closed.`,
  ]);
}
