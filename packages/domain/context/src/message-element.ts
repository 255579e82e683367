import { shownLabel } from './candidates.ts';
import { plainText, speakerName } from './item-line.ts';
import type { IncomingMessage } from './prompt.ts';
import type { Times } from './times.ts';
import { element } from './xml.ts';

/** The message that is to be answered, or the reminder that is to be delivered, with the time that it is; never cut. */
export function messageElement(
  { due, period, speaker, text, trust }: IncomingMessage,
  times: Times,
  isReminder: boolean,
): string {
  const about = period && `the days from ${period.from} to ${period.to}: answer with what held then`;
  const attributes = {
    from: isReminder ? 'reminder' : speakerName(speaker),
    now: times.now,
    due: due === undefined ? undefined : times.moment(due),
    // A reminder is in the agent's words as a rule: it wrote down what it was asked to.
    trust: isReminder && trust === 'agent' ? undefined : shownLabel(trust),
    about,
  };
  return element('message', attributes, plainText(text));
}
