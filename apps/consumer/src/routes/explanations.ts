import {
  type ContextView,
  type DecisionReplayView,
  decisionReplayViewSchema,
  replayQuerySchema,
  turnExplanationSchema,
  type TurnExplanationView,
  turnIdSchema,
  whyQuerySchema,
} from '@salience/contracts';
import { loadRun } from '@salience/database/acting';
import { explainTurn, loadContexts, type TurnContext, type TurnExplanation } from '@salience/database/turns';
import { callerRoute } from '../http/route.ts';
import { calibrated } from '../policies/calibrated.ts';
import { replayDecision } from '../turns/replay-decision.ts';
import { otherPolicy } from '../policies/other-policy.ts';
import { viewOf } from '../policies/find-policy.ts';
import { unknownTurn } from '../turns/find-turn.ts';
import { isoInstant } from '../turns/iso-instant.ts';
import { judgedTurn } from '../turns/judged-turn.ts';
import { replyBasis } from '../turns/reply-basis.ts';
import { storedDecision } from '../turns/stored-decision.ts';
import { turnView } from '../turns/turn-view.ts';

/** GET /turns/:turn/why: the turn's decision, its actions, what its models saw and what was remembered from it. */
export const getTurnWhy = callerRoute({
  method: 'GET',
  path: '/turns/:turn/why',
  needs: 'machine',
  does: 'Explain a turn',
  tag: 'Turns',
  more: '`context=exact` adds the texts that the models were sent, word for word.',
  params: { turn: turnIdSchema },
  query: whyQuerySchema,
  answers: {
    200: {
      is: 'Decision, actions, what the models saw, timings and what was remembered.',
      json: turnExplanationSchema,
    },
  },
  problems: { 404: ['turn.unknown'] },
  handle: async (context, { caller, params, query, response }) => {
    const turnId = params.turn;
    const { context: detail } = query;
    const agentId = caller.agent.id;
    const explanation = await explainTurn(context.db, agentId, turnId);
    if (explanation === undefined) throw unknownTurn();
    const { decision } = explanation;
    const [own, contexts, calibration] = await Promise.all([
      loadRun(context.db, agentId, turnId),
      loadContexts(context.db, agentId, turnId),
      decision === null ? null : calibrated(context, decision.confidence),
    ]);
    const parent = explanation.turn.parentTurnId;
    // A continuation includes the steps of the turn that began them.
    const steps = own.length > 0 || parent === null ? own : await loadRun(context.db, agentId, parent);
    const view: TurnExplanationView = {
      ...explanationView(explanation, await context.clock.now()),
      turn: await judgedTurn(context, caller, explanation.turn),
      steps,
      reply_basis: replyBasis(explanation.turn, steps),
      contexts: contexts.map((one) => contextView(one, detail === 'exact')),
      calibration,
    };
    response.json(view);
  },
});

/** GET /turns/:turn/replay: recomputes the stored decision from its signals and policy version. */
export const getTurnReplay = callerRoute({
  method: 'GET',
  path: '/turns/:turn/replay',
  needs: 'machine',
  does: 'Recompute the decision of a turn and compare it bit for bit',
  tag: 'Turns',
  more: 'By the policy that decided or, with `policy` or `version`, by another one: what differs is what that one would have decided. Calls no model and writes nothing.',
  params: { turn: turnIdSchema },
  query: replayQuerySchema,
  answers: {
    200: { is: 'Whether the result is the same, and what differs.', json: decisionReplayViewSchema },
  },
  problems: { 404: ['turn.unknown', 'policy.unknown', 'version.unknown'], 409: ['turn.undecided'] },
  handle: async (context, { caller, params, query, response }) => {
    const turnId = params.turn;
    const stored = await storedDecision(context, caller, turnId);
    if (stored === 'redacted') {
      const redacted: DecisionReplayView = { turn_id: turnId, equal: false, redacted: true, parts: [] };
      response.json(redacted);
      return;
    }
    const { decision } = stored;
    const policy = await otherPolicy(context, viewOf(caller), decision, query);
    const view: DecisionReplayView = {
      turn_id: turnId,
      ...(decision.unmeasured === undefined ? {} : { unmeasured: decision.unmeasured }),
      ...replayDecision(decision, policy ?? stored.policy),
    };
    response.json(view);
  },
});

function contextView(context: TurnContext, exact: boolean): ContextView {
  if (exact) return context;
  const { system: _system, messages: _messages, ...account } = context;
  return account;
}

function explanationView(
  { turn, decision, takeovers, memory }: TurnExplanation,
  now: Date,
): TurnExplanationView {
  return {
    turn: turnView(turn),
    timings: turn.timings,
    decision,
    takeovers: takeovers.map((takeover) => ({
      fence: takeover.fence,
      lost_owner: takeover.lostOwner,
      new_owner: takeover.newOwner,
      taken_at: isoInstant(takeover.takenAt),
    })),
    memory:
      memory === null
        ? null
        : {
            exchange_id: memory.exchangeId,
            chunk_state: memory.chunkState,
            chunk_error: memory.chunkError,
            entities: memory.entities,
            gists: memory.gists,
            facts: memory.facts,
            traits: memory.traits,
            sentiment: memory.sentiment,
            scope: memory.scope,
            episode: memory.episode,
            untold: memory.untold === null ? null : untoldView(memory.untold.dueAt, now),
          },
  };
}

function untoldView(dueAt: string | null, now: Date) {
  if (dueAt === null) return { due_at: null, due: false };
  const at = new Date(dueAt);
  return { due_at: at.toISOString(), due: at <= now };
}
