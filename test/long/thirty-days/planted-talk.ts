import { pick } from '@salience/testing/load';
import type { Conversation } from './sayings.ts';

const people = ['Ines', 'Tomas', 'Greta', 'Omar'] as const;
const friends = ['Ana', 'Bo', 'Chen', 'Dara', 'Emil', 'Fatou', 'Goran', 'Hana'];
const places = ['Porto', 'Oslo', 'Lima', 'Kyoto', 'Accra', 'Graz', 'Turin', 'Cork'];
const projects = ['the choir', 'the garden', 'the old boat', 'the tax form', 'the school trip', 'the kiln'];
const foods = ['lentil soup', 'rye bread', 'plum cake', 'grilled sardines', 'dumplings', 'pickled beets'];
const moods = ['tired', 'glad', 'worried', 'proud', 'a bit sad', 'curious'];

const sessionsEach = 20;
const sayingsEach = 8;

/** Two conversations of people who meet again and again, with questions about what they told. All of it is made up. */
export function plantedConversations(random: () => number): Conversation[] {
  return [people.slice(0, 2), people.slice(2)].map((pair, index) => {
    const questions: string[] = [];
    let told = 0;
    const sessions = Array.from({ length: sessionsEach }, () =>
      Array.from({ length: sayingsEach }, (_, place) => {
        const speaker = pair[place % 2] as string;
        told += 1;
        const { question, text } = saying(random, speaker, told);
        questions.push(question);
        return { thread: `planted-${index}`, speaker, text };
      }),
    );
    return { name: `planted-${index}`, sessions, questions };
  });
}

/** `number` makes each saying another one, as the prices and dates of a life do. */
function saying(random: () => number, speaker: string, number: number): { text: string; question: string } {
  const [friend, place, project] = [pick(random, friends), pick(random, places), pick(random, projects)];
  const [food, mood] = [pick(random, foods), pick(random, moods)];
  return pick(random, [
    {
      text: `${friend} moved to ${place} and rents a flat with number ${number} there.`,
      question: `Where does ${friend} live now?`,
    },
    {
      text: `I worked on ${project} for ${number} minutes and I am ${mood} about it.`,
      question: `How does ${speaker} feel about ${project}?`,
    },
    {
      text: `We had ${food} with ${friend} last night; ${number} crowns for all of us.`,
      question: `What did ${speaker} eat with ${friend}?`,
    },
    {
      text: `What do you think, should ${friend} join us for ${project} in week ${number}?`,
      question: `Who should join for ${project}?`,
    },
    {
      text: `My favourite place is ${place} since I walked ${number} miles there with ${friend}.`,
      question: `What is the favourite place of ${speaker}?`,
    },
    {
      text: `Honestly, ${project} makes me ${mood}: ${friend} has asked ${number} times and I have no answer.`,
      question: `Who asked ${speaker} about ${project}?`,
    },
    { text: `Thanks, that helps with ${project}.`, question: `What helped ${speaker}?` },
  ]);
}
