import { clearFocus, loadFocus, setFocus } from '@salience/database/skills';
import { localTime } from '@salience/language';
import { z } from 'zod';
import { defineSkill, refused } from './skill.ts';

/** Sets the focus of a thread. */
export const focus = defineSkill({
  name: 'focus',
  description: 'Keeps this conversation with one thing for a while.',
  schema: z.strictObject({
    action: z.enum(['set', 'check', 'clear']),
    on: z.string().trim().min(1).max(500).optional().describe('For "set": what, in a few words.'),
  }),
  tier: 'organise',
  reads: ['check'],
  cost: 0.5,
  idempotent: true,
  timeoutMs: 10_000,
  private: false,
  async run({ action, on }, { db, idempotencyKey, now, step: { turn }, trust }) {
    const place = { agentId: turn.agent_id, threadId: turn.thread_id };
    if (action === 'clear') {
      const cleared = await clearFocus(db, { ...place, now });
      return { text: cleared ? 'The focus is cleared.' : 'There is no focus now.' };
    }
    if (action === 'set') {
      if (on === undefined) throw refused('Say what to focus on, in "on".');
      const set = await setFocus(db, { ...place, text: on, trust, now, idempotencyKey });
      return { text: `The focus is now: ${set?.text ?? on}`, quotes: set ? [set.trust] : [] };
    }
    const held = await loadFocus(db, place.agentId, place.threadId);
    if (!held) return { text: 'There is no focus.' };
    return {
      text: `The focus, since ${localTime(held.setAt.toISOString(), turn.zone)}: ${held.text}`,
      quotes: [held.trust],
    };
  },
});
