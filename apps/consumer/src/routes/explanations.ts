import {
  type ContextView,
  type DecisionReplayView,
  type TurnExplanationView,
  whyQuerySchema,
} from '@salience/contracts';
import {
  explainTurn,
  loadContexts,
  loadPolicyVersion,
  loadRun,
  type TurnContext,
  type TurnExplanation,
} from '@salience/database';
import { SalienceError } from '@salience/errors';
import { parsePolicy } from '@salience/router';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';
import { readQuery } from '../http/read-input.ts';
import type { Handler } from '../http/route-table.ts';
import { replayDecision } from '../turns/replay-decision.ts';
import { turnIdOf, unknownTurn } from '../turns/find-turn.ts';
import { isoInstant } from '../turns/iso-instant.ts';
import { turnView } from '../turns/turn-view.ts';

/** GET /turns/:turn/why: the decision behind a turn, its actions, what its models saw and what was remembered from it. */
export function getTurnWhy(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const turnId = turnIdOf(request);
    const { context: detail } = readQuery(request, whyQuerySchema);
    const agentId = caller.agent.id;
    const explanation = await explainTurn(context.db, agentId, turnId);
    if (explanation === undefined) throw unknownTurn();
    const [own, contexts] = await Promise.all([
      loadRun(context.db, agentId, turnId),
      loadContexts(context.db, agentId, turnId),
    ]);
    const parent = explanation.turn.parentTurnId;
    // A continuation goes on with the steps of the turn that began them.
    const steps = own.length > 0 || parent === null ? own : await loadRun(context.db, agentId, parent);
    const view: TurnExplanationView = {
      ...explanationView(explanation),
      steps,
      contexts: contexts.map((one) => contextView(one, detail === 'exact')),
    };
    response.json(view);
  };
}

/** GET /turns/:turn/replay: the stored decision computed again from its signals and the version of its policy. */
export function getTurnReplay(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const turnId = turnIdOf(request);
    const explanation = await explainTurn(context.db, caller.agent.id, turnId);
    if (explanation === undefined) throw unknownTurn();
    const { decision, turn } = explanation;
    if (turn.forgottenAt !== null) {
      const redacted: DecisionReplayView = { turn_id: turnId, equal: false, redacted: true, parts: [] };
      response.json(redacted);
      return;
    }
    if (decision === null)
      throw httpProblem(409, 'turn.undecided', 'No decision is stored for this turn: it was never routed.');
    const { policyName, policyVersion } = decision;
    const policy = await loadPolicyVersion(context.db, policyName, policyVersion);
    if (policy === undefined) {
      throw new SalienceError(
        'bug.policy-missing',
        `Policy ${policyName} version ${policyVersion} is gone.`,
        {
          kind: 'bug',
        },
      );
    }
    const view: DecisionReplayView = { turn_id: turnId, ...replayDecision(decision, parsePolicy(policy)) };
    response.json(view);
  };
}

function contextView(context: TurnContext, exact: boolean): ContextView {
  if (exact) return context;
  const { system: _system, messages: _messages, ...account } = context;
  return account;
}

function explanationView({ turn, decision, takeovers, memory }: TurnExplanation): TurnExplanationView {
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
          },
  };
}
