import { isPersons, selfStartedSources, type Trust } from '@salience/contracts';

/** What decides whether a turn was said by a person whom the agent serves. */
export interface TurnOrigin {
  readonly source: string;
  readonly trust: Trust;
}

/** True for a turn that a person said: not one that the agent began itself, and not the words of an outsider, a tool or the agent (law 10). Only such turns are labelled. */
export function isPersonsTurn({ source, trust }: TurnOrigin): boolean {
  return isPersons(trust) && !selfStartedSources.includes(source);
}

/**
 * The one rule of who may label a decision by what they say next: a person, and the same one whose message was decided. Speakers are compared as they are stored; two turns
 * without a speaker are of one person, since nobody else has a say in such a thread, and one with a speaker never labels one without.
 */
export function mayLabel({
  previousSpeaker,
  source,
  speaker,
  trust,
}: TurnOrigin & { readonly speaker: string | null; readonly previousSpeaker: string | null }): boolean {
  return isPersonsTurn({ source, trust }) && speaker === previousSpeaker;
}
