import { shownLabel } from './candidates.ts';
import { attributeText, plainText, speakerName } from './item-line.ts';
import type { IncomingMessage } from './prompt.ts';
import type { Times } from './times.ts';
import { element } from './xml.ts';

/** What stands for the speaker of what nobody said to the agent. */
export type OwnKind = 'reminder' | 'signal' | 'thought' | 'thoughts';

/** The message that is to be answered, or the reminder or thought that is to be said, with the time that it is; never cut. */
export function messageElement(
  { completes, due, period, speaker, standsFor, text, trust }: IncomingMessage,
  times: Times,
  own: OwnKind | undefined,
): string {
  const about = period && `the days from ${period.from} to ${period.to}: answer with what held then`;
  const attributes = {
    from: own ?? speakerName(speaker),
    now: times.now,
    due: due === undefined ? undefined : times.moment(due),
    missed: standsFor === undefined ? undefined : `${standsFor} times`,
    completes: completes === undefined ? undefined : attributeText(completes),
    // What it says by itself is in the agent's words as a rule: it wrote that down.
    trust: own !== undefined && trust === 'agent' ? undefined : shownLabel(trust),
    about,
  };
  return element('message', attributes, plainText(text));
}
