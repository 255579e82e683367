import {
  type InfluenceView,
  influenceViewSchema,
  type PromptView,
  promptViewSchema,
  timelineViewSchema,
  turnIdSchema,
  type TurnMemoryView,
  turnMemoryViewSchema,
} from '@salience/contracts';
import { loadContexts, loadTimeline } from '@salience/database/turns';
import { callerRoute } from '../http/route.ts';
import { findTurn } from '../turns/find-turn.ts';
import { influenceParts } from '../turns/influence-view.ts';
import { promptCall } from '../turns/prompt-view.ts';
import { storedDecision } from '../turns/stored-decision.ts';
import { timelineView } from '../turns/timeline-view.ts';
import { turnMemory } from '../turns/turn-memory.ts';

const params = { turn: turnIdSchema };
const ofTurn = { method: 'GET', needs: 'machine', tag: 'Turns', params } as const;
const unknown = { 404: ['turn.unknown'] };

/** GET /turns/:turn/influence: what moved its decision. */
export const getTurnInfluence = callerRoute({
  ...ofTurn,
  path: '/turns/:turn/influence',
  does: 'What moved the decision of a turn, and how it would have been otherwise',
  more: 'Each signal that said something is set to neutral, alone, and the scores are computed again with the policy of the decision; no model is asked.',
  answers: { 200: { is: 'What moved it, most first.', json: influenceViewSchema } },
  problems: { ...unknown, 409: ['turn.undecided'] },
  handle: async (context, { caller, params: { turn }, response }) => {
    const stored = await storedDecision(context, caller, turn);
    const view: InfluenceView =
      stored === 'redacted'
        ? { turn_id: turn, redacted: true, parts: [], unmeasured: [] }
        : {
            turn_id: turn,
            redacted: false,
            parts: influenceParts(stored.decision, stored.policy),
            unmeasured: stored.decision.unmeasured ?? [],
          };
    response.json(view);
  },
});

/** GET /turns/:turn/timeline: what is stored of when. */
export const getTurnTimeline = callerRoute({
  ...ofTurn,
  path: '/turns/:turn/timeline',
  does: 'When what happened with a turn, from its acceptance to what memory made of it',
  more: 'Stored times only. Of stages it is stored how long they took and not when they began.',
  answers: { 200: { is: 'Moments and stages.', json: timelineViewSchema } },
  problems: unknown,
  handle: async (context, { caller, params, response }) => {
    const turn = await findTurn(context, caller, params.turn);
    response.json(timelineView(turn, await loadTimeline(context.db, caller.agent.id, turn.id)));
  },
});

/** GET /turns/:turn/prompt: what its models were sent, part by part. */
export const getTurnPrompt = callerRoute({
  ...ofTurn,
  path: '/turns/:turn/prompt',
  does: 'What the models of a turn were sent, word for word, by section with size and share of the cost',
  more: 'Empty once the contexts of the turn are past their retention, or where no model was called.',
  answers: { 200: { is: 'The calls in order.', json: promptViewSchema } },
  problems: unknown,
  handle: async (context, { caller, params, response }) => {
    const turn = await findTurn(context, caller, params.turn);
    const contexts = await loadContexts(context.db, caller.agent.id, turn.id);
    const view: PromptView = { turn_id: turn.id, calls: contexts.map(promptCall) };
    response.json(view);
  },
});

/** GET /turns/:turn/memory: what of memory its models were offered. */
export const getTurnMemory = callerRoute({
  ...ofTurn,
  path: '/turns/:turn/memory',
  does: 'What of memory the models of a turn were offered, each with the factors of its score',
  more: 'Relevance, trust and what was left out are stored. The factors are computed again from memory as it stood then, and may differ where it has changed since.',
  answers: { 200: { is: 'What was included first, then what was left out.', json: turnMemoryViewSchema } },
  problems: { ...unknown, 429: ['reads.limit'] },
  handle: async (context, { caller, params, response }) => {
    const turn = await findTurn(context, caller, params.turn);
    const contexts = await loadContexts(context.db, caller.agent.id, turn.id);
    const memories = await context.longReads.run(caller, response, () =>
      turnMemory(context, caller.agent.id, turn, contexts),
    );
    const view: TurnMemoryView = { turn_id: turn.id, recomputed: true, memories };
    response.json(view);
  },
});
