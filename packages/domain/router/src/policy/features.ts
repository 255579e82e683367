import type { Signals } from '../signals/signals.ts';

/** What the rules look at: signals put together, each between 0 and 1 (yes 1, no 0). */
export interface Features {
  readonly warmth: number;
  readonly factDensity: number;
  readonly gistDensity: number;
  /** A question mark or the form of a question. */
  readonly question: number;
  /** The message can be answered: it says what it is about, or memory holds strong evidence for it. */
  readonly answerable: number;
  /** Strength of what was retrieved; 0 when nothing was. */
  readonly evidence: number;
  /** The message wants something and nothing says what: no content, no evidence, no running conversation. */
  readonly unclear: number;
  /** The request is whole in form and asks for anything about its thing, of which memory holds little. Half open counts for little. */
  readonly open: number;
  /** A statement and nothing else. */
  readonly statement: number;
  /** Greeting, farewell or praise. */
  readonly social: number;
  /** Asks or wants anything. */
  readonly wants: number;
  /** A request for a deed is open: the last messages asked for one. Less the staler it is. */
  readonly opened: number;
  /** A fragment orders: nothing is open that it belongs to, or a request is. It does not where the agent asked about anything else. */
  readonly orders: number;
  /** May fill what is open or was asked for: a fragment, a yes, or a short statement after a question of the agent's. */
  readonly fills: number;
  /** How stale the conversation is: 0 up to half an hour of silence, 1 from four and a half hours. */
  readonly staleness: number;
}

const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
const either = (...values: readonly number[]) => Math.max(...values);

/** How well the words alone say what is meant, 0 to 1. */
function selfContained(signals: Signals, question: number): number {
  if (signals.content_count >= 2) return 1;
  if (signals.content_count === 1) return signals.anaphoric === 1 ? 0.5 : 1;
  // "Who are you?" has no content word and is clear all the same.
  return question === 1 && signals.second_person === 1 && signals.anaphoric === 0 ? 1 : 0;
}

/** A statement of more words tells something of its own, whatever was asked before. */
const answerMax = 12;

/** Computes the features. Only additions, products and comparisons, so any engine gets the same bits. */
export function featuresOf(signals: Signals): Features {
  const question = either(signals.has_question_mark, signals.interrogative);
  const evidence = signals.evidence_count > 0 ? signals.evidence_score : 0;
  const answerable = either(selfContained(signals, question), evidence);
  const social = either(signals.greeting, signals.farewell, signals.positive_feedback);
  const requests = either(signals.act_request, signals.answer_request, signals.need);
  const statement =
    signals.declarative === 1 && question === 0 && requests === 0 && signals.negative_feedback === 0;
  const staleness = clamp((signals.minutes_since_activity - 30) / 240);
  // A message may lean on the conversation it stands in while that is running and on a known topic. The
  // session counts too: working memory is a cache and may have been lost.
  const depth = clamp(signals.working_memory_turns / 2 + signals.session_exchange_count / 4);
  const grip = depth * signals.topic_confidence * (1 - staleness);
  const fragment = signals.anaphoric === 1 && !statement && social === 0 && signals.negative_feedback === 0;
  const wants = either(question, requests, fragment ? 1 : 0);
  const told = question === 0 && requests === 0 && social === 0 && signals.negative_feedback === 0;
  const answers = signals.agent_asked === 1 && told && signals.token_count <= answerMax;
  const fills = signals.fragment > 0 || signals.assent === 1 || answers;
  const opened = signals.open_request * (1 - staleness);
  const awaited = either(signals.agent_asked, signals.previous_clarify) * (1 - staleness);
  return {
    warmth: signals.context_warmth,
    factDensity: clamp(signals.fact_count / 10),
    gistDensity: clamp(signals.gist_count / 5),
    question,
    answerable,
    evidence,
    unclear: wants * (1 - answerable) * (1 - grip),
    open: signals.openness * signals.openness * signals.openness * (1 - clamp(2 * evidence)),
    statement: statement ? 1 : 0,
    social,
    wants,
    opened,
    orders: signals.fragment >= 0.5 ? 1 - awaited * (1 - opened) : 0,
    fills: fills ? 1 : 0,
    staleness,
  };
}
