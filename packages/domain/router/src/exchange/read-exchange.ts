import { agrees } from '../approval/read-approval-answer.ts';
import { extractCues } from '../cues/extract-cues.ts';

/** A message of the speaker's and what was answered, as the thread holds them. */
export interface PastExchange {
  readonly message: string;
  /** Null where nothing was. */
  readonly reply: string | null;
}

/** What a message goes on with. */
export interface ExchangeCues {
  /** The last reply ends with a question. */
  readonly agentAsked: boolean;
  /** The message answers such a question with yes or ok, and says nothing else. */
  readonly assent: boolean;
  /** The last messages asked for a deed, and nothing else came since. */
  readonly openRequest: boolean;
}

/** Nothing was said before. */
export const noExchange: ExchangeCues = { agentAsked: false, assent: false, openRequest: false };

/** So many fragments may lie between a request and the one that still belongs to it. */
const fragmentsMax = 6;
/** What stands behind the last word of a question: marks, quotes, brackets, emojis. */
const asks = /[?？؟][\p{P}\p{Extended_Pictographic}\s]*$/u;

const asked = (past: PastExchange | undefined): boolean =>
  typeof past?.reply === 'string' && asks.test(past.reply);

/** True where the newest of these messages asks for a deed, or goes on with one that does: a fragment, an answer to what the agent asked. */
function isOpen(past: readonly PastExchange[]): boolean {
  const latest = past.slice(-fragmentsMax);
  for (const [at, { message }] of [...latest.entries()].toReversed()) {
    const { actRequest, farewell, fragment, interrogative, need, positiveFeedback, questionMark } =
      extractCues(message);
    // "That is all": what was asked for is settled.
    if (farewell) return false;
    if (actRequest || need) return true;
    if (questionMark || interrogative) return false;
    const answers = asked(latest[at - 1]) && (!positiveFeedback || agrees(message));
    if (!answers && (fragment === 0 || positiveFeedback)) return false;
  }
  return false;
}

/** Reads what a message goes on with from the latest exchanges with its speaker, oldest first. Looks at six of them at most. */
export function readExchange(text: string, past: readonly PastExchange[]): ExchangeCues {
  const last = past.at(-1);
  if (last === undefined) return noExchange;
  const agentAsked = asked(last);
  return { agentAsked, assent: agentAsked && agrees(text), openRequest: isOpen(past) };
}
