import {
  type DecisionReplayView,
  decisionReplayViewSchema,
  type Mode,
  type TurnExplanationView,
} from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { loadExplanation } from '../why/explain-turn.ts';
import {
  type AnswerAgain,
  answerAgain,
  type AnswerAsk,
  isAsSent,
  replyCall,
  whyNotOffline,
} from './answer-again.ts';

/** What is to be other than it was. */
export interface RerunAsk extends Omit<AnswerAsk, 'mode'> {
  readonly policy: { readonly name: string | undefined; readonly version: number | undefined } | undefined;
}

/** A turn as it was, and as it comes out now. */
export interface Rerun {
  readonly turn_id: string;
  readonly text: string;
  readonly at: string;
  /** Null for a turn that was never routed. */
  readonly decision: (Omit<DecisionReplayView, 'parts'> & { readonly parts: readonly DecidedPart[] }) | null;
  /** Of each model call: whether what is stored is what was sent; null where no hash was kept. */
  readonly contexts: readonly {
    readonly call: number;
    readonly role: string;
    readonly as_sent: boolean | null;
  }[];
  readonly answer: RerunAnswer;
}

/** The answer, side by side. */
export type RerunAnswer =
  | {
      readonly kind: 'again';
      readonly was: string;
      /** Who wrote it then. */
      readonly by: string;
      readonly now: AnswerAgain;
      readonly same: boolean;
      /** What code added to it then. */
      readonly added: string | null;
    }
  | { readonly kind: 'none'; readonly was: string | null; readonly why: string };

/** Runs a past turn again, from what is stored of it. Reads only. Throws the problems of the API and those of `answerAgain`. */
export async function rerunTurn(client: ApiClient, turnId: string, ask: RerunAsk): Promise<Rerun> {
  const why = await loadExplanation(client, turnId, true);
  const decision = await decisionOf(client, turnId, ask);
  const part = decision?.parts.at(-1);
  const changed = ask.policy !== undefined && part?.equal === false;
  const mode = changed && part.mode !== part.was ? (part.mode as Mode) : undefined;
  return {
    turn_id: turnId,
    text: why.turn.text,
    at: why.turn.accepted_at,
    decision,
    contexts: (why.contexts ?? []).map((one) => ({ call: one.call, role: one.role, as_sent: isAsSent(one) })),
    answer: await answerOf(why, { ...ask, mode }),
  };
}

/** A routing, with the mode that it had. */
type DecidedPart = DecisionReplayView['parts'][number] & { readonly was: string };

async function decisionOf(
  client: ApiClient,
  turnId: string,
  { policy }: RerunAsk,
): Promise<Rerun['decision']> {
  const query = new URLSearchParams();
  if (policy?.name !== undefined) query.set('policy', policy.name);
  if (policy?.version !== undefined) query.set('version', `${policy.version}`);
  const asked = query.size === 0 ? '' : `?${query.toString()}`;
  try {
    const view = await client.ask(
      `/turns/${encodeURIComponent(turnId)}/replay${asked}`,
      decisionReplayViewSchema,
    );
    return { ...view, parts: view.parts.map((part) => ({ ...part, was: modeBefore(part) })) };
  } catch (error) {
    if (isSalienceError(error) && error.code === 'turn.undecided') return null;
    throw error;
  }
}

/** The mode that was stored: among the differences where it is another one now. */
function modeBefore({ differences, mode }: DecisionReplayView['parts'][number]): string {
  const differs = differences.find(({ field }) => field === 'modeInitial');
  return typeof differs?.stored === 'string' ? differs.stored : mode;
}

async function answerOf(why: TurnExplanationView, ask: AnswerAsk): Promise<RerunAnswer> {
  const { contexts = [], turn } = why;
  const was = turn.reply?.text ?? null;
  const none = (reason: string): RerunAnswer => ({ kind: 'none', was, why: reason });
  if (ask.mode === 'IGNORE') return none('nothing would have been said');
  if (ask.mode === 'ACT')
    return none('it would have been planned; a plan is not made again, because its tools would have to run');
  const call = replyCall(contexts);
  if (was === null) return none('nothing was said');
  if (call === undefined)
    return none(
      contexts.length === 0
        ? 'code wrote it, or what its model saw is no longer kept'
        : 'its planner wrote it',
    );
  const lacking = ask.model === undefined ? whyNotOffline(call) : undefined;
  if (lacking !== undefined) return none(lacking);
  const now = await answerAgain(call, ask);
  // Whatever code adds to a reply follows as a paragraph of its own.
  const added = was.startsWith(`${now.text}\n\n`) ? was.slice(now.text.length + 2) : null;
  const by = `${call.provider}:${call.model}`;
  return { kind: 'again', was, by, now, same: was === now.text || added !== null, added };
}
