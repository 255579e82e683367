import { askedWakes, labelActivation, noteHeard, repliesToWakes } from '@salience/database/signals';
import type { LoopRun } from '@salience/runtime';
import { isHeard } from './is-heard.ts';
import { labelOfReply } from './label-of-reply.ts';
import type { WakeDeps } from './wake-due.ts';

/** Wakes in one look, and how long one is looked at for its being heard and for a reply, in milliseconds. */
const wakesMax = 200;
const heardMs = 3_600_000;
const replyMs = 86_400_000;

/** Makes the run that notes which wakes were heard: whose question stands in what a model was shown. */
export function createHearing({ clock, db, metrics }: WakeDeps): LoopRun {
  return async () => {
    const now = await clock.now();
    let heard = 0;
    for (const { agentId, id, question, shown } of await askedWakes(db, {
      after: new Date(now.getTime() - heardMs),
      limit: wakesMax,
    })) {
      if (!isHeard(question, shown) || !(await noteHeard(db, { agentId, id, now }))) continue;
      heard += 1;
      metrics.wakes.inc({ outcome: 'heard' });
    }
    return heard;
  };
}

/** Makes the run that reads what a person says next to a wake as a label of it, where it is short and sure. A label that was given stands above it. */
export function createReplyReader({ clock, db, log }: WakeDeps): LoopRun {
  return async () => {
    const now = await clock.now();
    let labelled = 0;
    for (const { agentId, id, module, text } of await repliesToWakes(db, {
      after: new Date(now.getTime() - replyMs),
      limit: wakesMax,
    })) {
      const value = labelOfReply(text);
      // Which of several modules a yes means is not said.
      if (value === null || (module === null && value > 0)) continue;
      const kept = await labelActivation(db, { agentId, id, value, givenBy: 'reply', read: true, now });
      if (kept === null) continue;
      labelled += 1;
      log.info({ agentId, activationId: id, value }, 'a reply labelled a wake');
    }
    return labelled;
  };
}
