import { isTainted, lowestTrust, type Trust } from '@salience/contracts';
import type { Candidate } from './budget.ts';
import { candidate, textChars } from './candidates.ts';
import { itemLine, itemText } from './item-line.ts';
import type { AboutSection, PersonNote } from './prompt.ts';
import { isSaidIn } from './said-in.ts';

/** Characters of one section of what is known, whole sentences only. */
const aboutChars = 480;

/**
 * What the agent has written down of whom it serves: data like everything that was said, however it got here (law 10). It stands in
 * every prompt, so nothing is in it that would taint what a person asks for: nothing from outside, and what messages of nobody in
 * particular taught only for such a message. What the traits of the person say word for word is not said twice.
 */
export function aboutCandidates(
  about: readonly AboutSection[] | undefined,
  person: PersonNote | undefined,
  message: Trust,
): Candidate[] {
  const isShown = (trust: Trust) => (message === 'unverified' ? trust !== 'external' : !isTainted(trust));
  const known = `user person ${(person?.traits ?? []).map((trait) => `${trait.about} ${trait.text}`).join('; ')}`;
  return (about ?? []).map(({ name, statements }) => {
    let room = aboutChars;
    const told = statements.filter(
      ({ text, trust }) => isShown(trust) && !isSaidIn(known, text) && (room -= text.length) >= 0,
    );
    const trust = lowestTrust(['agent', ...told.map((statement) => statement.trust)]);
    const lines = told.map((one) => itemLine({ trust: one.trust }, itemText(one.text, aboutChars)));
    const source = {
      id: `about:${name}`,
      text: told.map(({ text }) => text).join(' '),
      trust,
      relevance: 0.6,
    };
    // Its sentences are items of their own, so they are escaped before they are joined.
    return candidate('identity', source, textChars.owner, () => lines.join('\n'));
  });
}
