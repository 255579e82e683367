import type { Mode } from '@salience/contracts';
import type { Signals } from '../signals/signals.ts';
import type { Features } from './features.ts';

/** What a rule may read of the signals that only memory and the message's vector tell. */
export type UnaskedInput =
  | 'warmth'
  | 'facts'
  | 'memory'
  | 'new'
  | 'topic'
  | 'evidence'
  | 'readings'
  | 'likeness';

/** One rule: how much of its weight a mode gets. `value` lies between -1 and 1. */
export interface Term {
  readonly mode: Mode;
  readonly value: (signals: Signals, features: Features) => number;
  /**
   * Which of those inputs `value` depends on; left out: none. `decideEarly` bounds a rule by what it reads, and a test changes
   * everything that a rule does not name.
   */
  readonly reads?: readonly UnaskedInput[];
}

const bit = (yes: boolean) => (yes ? 1 : 0);
const cold = (f: Features) => f.warmth < 0.3;
const warm = (f: Features) => f.warmth > 0.6;
const wordless = (s: Signals) => s.token_count === 0;
/** Several people speak, and nothing says that the turn is the agent's own. */
const inRoom = (s: Signals) =>
  bit(s.addressed >= 0 && s.speaker_count >= 2 && s.is_reminder === 0 && s.is_continuation === 0);

/** How far a message is the agent's: all of it outside of rooms; in one as far as it calls the agent or follows what the agent said to its speaker. */
const toAgent = (s: Signals) =>
  1 - inRoom(s) * (1 - Math.max(s.called_me, s.mentions_me, s.agent_to_speaker * (1 - s.called_other)));

/** What may be asked back: a message of somebody who can answer, to the agent, that is no answer to its question and that no skill looks up. */
const mayAskBack = (s: Signals) =>
  (1 - s.previous_clarify) *
  (1 - s.asks_kept) *
  bit(s.is_reminder === 0 && s.is_continuation === 0) *
  toAgent(s);

/**
 * Every rule by the name of its weight. Weights are magnitudes: a penalty's sign is here. A policy that
 * does not name a weight does not have the rule.
 */
export const terms = {
  'respond.base': { mode: 'RESPOND', value: () => 1 },
  'respond.warmth_boost': { mode: 'RESPOND', reads: ['warmth'], value: (_, f) => f.warmth },
  'respond.fact_density': { mode: 'RESPOND', reads: ['facts'], value: (_, f) => f.factDensity },
  'respond.gist_density': { mode: 'RESPOND', value: (_, f) => f.gistDensity },
  'respond.question_warm': {
    mode: 'RESPOND',
    reads: ['warmth'],
    value: (_, f) => bit(f.question === 1 && f.warmth > 0.4),
  },
  'respond.cold_penalty': { mode: 'RESPOND', reads: ['warmth'], value: (_, f) => -bit(cold(f)) },
  'respond.greeting_penalty': { mode: 'RESPOND', value: (s) => -s.greeting },
  'respond.feedback_penalty': { mode: 'RESPOND', value: (s) => -s.positive_feedback },
  'respond.after_clarify': { mode: 'RESPOND', value: (s) => s.previous_clarify },
  // The agent asked back: what comes now is the answer it waits for, unless it is a courtesy.
  'respond.answers_clarify': { mode: 'RESPOND', value: (s, f) => s.previous_clarify * (1 - f.social) },
  // The agent asked, and nothing is open that the answer could fill: whoever answers expects that it goes on.
  'respond.answers_question': {
    mode: 'RESPOND',
    // What goes on with an order is done, whatever was asked of it.
    value: (s, f) =>
      s.agent_asked * (1 - s.is_continuation) * f.fills * (1 - f.opened) * (1 - f.staleness) * toAgent(s),
  },
  // "Could you book a table?" is a request in the clothes of a question.
  'respond.answerable': {
    mode: 'RESPOND',
    reads: ['evidence'],
    value: (s, f) => bit((f.question === 1 && s.act_request === 0) || s.answer_request === 1) * f.answerable,
  },
  'respond.evidence': {
    mode: 'RESPOND',
    reads: ['evidence'],
    value: (s, f) => bit(f.question === 1 || s.implicit_reference === 1) * f.evidence,
  },
  'respond.answer_request': { mode: 'RESPOND', value: (s) => s.answer_request },
  'respond.correction': { mode: 'RESPOND', value: (s) => s.negative_feedback },
  'respond.statement_penalty': { mode: 'RESPOND', value: (_, f) => -f.statement },
  // Somebody who writes much about something expects more than a nod.
  'respond.long_text': { mode: 'RESPOND', value: (s) => Math.min(s.token_count / 60, 1) },
  'respond.reminder': { mode: 'RESPOND', value: (s) => s.is_reminder },
  // What a message is like counts for nothing as far as it says nothing: "do it" is like an action and means none.
  'respond.likeness': {
    mode: 'RESPOND',
    reads: ['likeness', 'evidence', 'topic'],
    value: (s, f) => s.respond_likeness * (1 - f.unclear),
  },
  // Whoever had something done wants to hear what came of it.
  'respond.acted': { mode: 'RESPOND', value: (s) => bit(s.acted > 0) },

  'clarify.base': { mode: 'CLARIFY', value: () => 1 },
  'clarify.cold_boost': {
    mode: 'CLARIFY',
    reads: ['warmth'],
    value: (_, f) => bit(cold(f)) * (1 - f.warmth),
  },
  'clarify.cold_question': { mode: 'CLARIFY', reads: ['warmth'], value: (_, f) => f.question * bit(cold(f)) },
  'clarify.question_no_facts': {
    mode: 'CLARIFY',
    reads: ['facts'],
    value: (s, f) => f.question * bit(s.fact_count === 0),
  },
  'clarify.new_topic_question': {
    mode: 'CLARIFY',
    reads: ['new'],
    value: (s, f) => s.is_new_topic * f.question,
  },
  'clarify.warm_penalty': { mode: 'CLARIFY', reads: ['warmth'], value: (_, f) => -bit(warm(f)) },
  'clarify.unclear': { mode: 'CLARIFY', reads: ['evidence', 'topic'], value: (_, f) => f.unclear },
  // "Do it" hours later: the conversation it points into is gone from everybody's mind.
  'clarify.stale_reference': {
    mode: 'CLARIFY',
    reads: ['evidence'],
    value: (s, f) => f.wants * s.anaphoric * f.staleness * (1 - f.answerable),
  },
  'clarify.repeat_penalty': { mode: 'CLARIFY', value: (s) => -s.previous_clarify },
  // "Tell me about otters": nothing is missing in its form, and it asks for anything at all. What memory holds on it is told.
  'clarify.open': { mode: 'CLARIFY', reads: ['evidence'], value: (s, f) => f.open * mayAskBack(s) },
  // "When does Ana arrive?", where two of that name are known and what is known of each fits as well.
  'clarify.readings': {
    mode: 'CLARIFY',
    reads: ['readings'],
    value: (s, f) =>
      bit(s.readings >= 2 && s.content_count > 0) * f.wants * (1 - s.act_request) * mayAskBack(s),
  },
  // A run of actions found nothing it could do for a plain request: what is missing can only be asked.
  'clarify.nothing_done': { mode: 'CLARIFY', value: (s) => bit(s.acted === 0 && s.act_request === 1) },

  'act.base': { mode: 'ACT', value: () => 1 },
  'act.question_moderate_context': {
    mode: 'ACT',
    reads: ['warmth'],
    value: (_, f) => f.question * bit(f.warmth >= 0.3 && f.warmth <= 0.7),
  },
  'act.interrogative_gap': {
    mode: 'ACT',
    reads: ['facts'],
    value: (s) => s.interrogative * bit(s.fact_count < 3),
  },
  'act.implicit_reference': { mode: 'ACT', value: (s) => s.implicit_reference },
  'act.very_cold_penalty': { mode: 'ACT', reads: ['warmth'], value: (_, f) => -bit(f.warmth < 0.15) },
  'act.warm_facts_penalty': {
    mode: 'ACT',
    reads: ['warmth', 'facts'],
    value: (_, f) => -bit(warm(f) && f.factDensity > 0.5),
  },
  'act.memory_confidence_very_low': {
    mode: 'ACT',
    reads: ['memory'],
    value: (s, f) => f.question * bit(s.memory_confidence < 0.15),
  },
  'act.memory_confidence_low': {
    mode: 'ACT',
    reads: ['memory'],
    value: (s, f) => f.question * bit(s.memory_confidence >= 0.15 && s.memory_confidence < 0.3),
  },
  'act.repeat_penalty': { mode: 'ACT', value: (s) => -s.previous_act },
  'act.request': { mode: 'ACT', value: (s) => s.act_request },
  'act.need': { mode: 'ACT', value: (s) => s.need * (1 - s.act_request) },
  'act.unclear_penalty': { mode: 'ACT', reads: ['evidence', 'topic'], value: (_, f) => -f.unclear },
  // Points at something said before that memory did not bring up by itself: worth a search.
  'act.implicit_gap': {
    mode: 'ACT',
    reads: ['memory'],
    value: (s) => s.implicit_reference * (1 - s.memory_confidence),
  },

  'act.likeness': {
    mode: 'ACT',
    reads: ['likeness', 'evidence', 'topic'],
    value: (s, f) => s.act_likeness * (1 - f.unclear),
  },
  // The stored run of actions goes on, whatever the words of the turn are.
  'act.continuation': { mode: 'ACT', value: (s) => s.is_continuation },
  'act.approval_answer': { mode: 'ACT', value: (s) => s.pending_approval * s.approval_answer },
  // What a message asks to keep is kept by remembering it: no action is needed for that.
  'act.remember_penalty': { mode: 'ACT', value: (s) => -s.remember * (1 - s.act_request) },
  // "Two lemonades": nothing is asked of it and nobody is told anything, so it is ordered.
  'act.fragment': { mode: 'ACT', value: (s, f) => bit(s.fragment === 1) * f.orders * toAgent(s) },
  // What a fragment shares with questions is what it names. A thing that is just named is looked up where memory knows it.
  'act.fragment_likeness': {
    mode: 'ACT',
    reads: ['likeness', 'evidence'],
    value: (s, f) => f.orders * s.respond_likeness * (s.fragment === 1 ? 1 : 1 - f.evidence) * toAgent(s),
  },
  // What it shares with statements and courtesies is told.
  'act.fragment_told': {
    mode: 'ACT',
    reads: ['likeness'],
    value: (s, f) => -f.orders * s.acknowledge_likeness,
  },
  // What follows an open request belongs to it: the next thing, the answer to what was asked, a change.
  'act.fills_request': { mode: 'ACT', value: (s, f) => f.opened * f.fills * toAgent(s) },
  // What is kept in lists, reminders and decisions is not in the context of an answer: only a skill looks it up.
  'act.asks_kept': { mode: 'ACT', value: (s) => s.asks_kept },

  'acknowledge.base': { mode: 'ACKNOWLEDGE', value: () => 1 },
  'acknowledge.greeting': { mode: 'ACKNOWLEDGE', value: (s) => s.greeting },
  'acknowledge.positive_feedback': { mode: 'ACKNOWLEDGE', value: (s) => s.positive_feedback },
  'acknowledge.question_penalty': { mode: 'ACKNOWLEDGE', value: (_, f) => -f.question },
  'acknowledge.request_penalty': {
    mode: 'ACKNOWLEDGE',
    value: (s) => -bit(s.act_request === 1 || s.answer_request === 1 || s.need === 1),
  },
  'acknowledge.farewell': { mode: 'ACKNOWLEDGE', value: (s) => s.farewell },
  'acknowledge.statement': { mode: 'ACKNOWLEDGE', value: (_, f) => f.statement },
  'acknowledge.remember': { mode: 'ACKNOWLEDGE', value: (s) => s.remember },
  'acknowledge.likeness': {
    mode: 'ACKNOWLEDGE',
    reads: ['likeness', 'evidence', 'topic'],
    value: (s, f) => s.acknowledge_likeness * (1 - f.unclear),
  },

  // Silence starts with a handicap: its base counts against it.
  'ignore.base': { mode: 'IGNORE', value: () => -1 },
  // A message of punctuation alone; the empty one never gets as far as scoring.
  'ignore.empty_input': { mode: 'IGNORE', value: (s) => bit(wordless(s)) },
  'ignore.not_addressed': {
    mode: 'IGNORE',
    value: (s) => bit(s.addressed === 0 && s.speaker_count >= 2),
  },
  // In a room a message is for somebody else, unless a signal says otherwise.
  'ignore.room': { mode: 'IGNORE', value: (s) => inRoom(s) },
  // A clear wish is not therefore a wish to the agent: what likeness lends to speaking is taken back here.
  'ignore.room_likeness': {
    mode: 'IGNORE',
    reads: ['likeness'],
    value: (s) => inRoom(s) * Math.max(s.act_likeness, s.respond_likeness, s.acknowledge_likeness),
  },
  // Nor is a question about lists and plans: people ask each other for them too.
  'ignore.room_asks_kept': { mode: 'IGNORE', value: (s) => inRoom(s) * s.asks_kept },
  'ignore.called_me': { mode: 'IGNORE', value: (s) => -inRoom(s) * s.called_me },
  'ignore.mentions_me': { mode: 'IGNORE', value: (s) => -inRoom(s) * s.mentions_me },
  'ignore.called_other': { mode: 'IGNORE', value: (s) => inRoom(s) * s.called_other },
  'ignore.calls_room': { mode: 'IGNORE', value: (s) => inRoom(s) * s.calls_room * (1 - s.called_me) },
  // What somebody says next after the agent spoke to them is for the agent, unless they call another name.
  'ignore.agent_to_speaker': {
    mode: 'IGNORE',
    value: (s) => -inRoom(s) * s.agent_to_speaker * (1 - s.called_other),
  },
  'ignore.agent_to_other': { mode: 'IGNORE', value: (s) => -inRoom(s) * s.agent_to_other },
  'ignore.agent_just_spoke': { mode: 'IGNORE', value: (s) => -inRoom(s) * s.agent_just_spoke },
  'ignore.agent_share': { mode: 'IGNORE', value: (s) => -inRoom(s) * s.agent_share },
  'ignore.speaker_to_other': { mode: 'IGNORE', value: (s) => inRoom(s) * s.speaker_to_other },
  'ignore.other_to_speaker': { mode: 'IGNORE', value: (s) => inRoom(s) * s.other_to_speaker },
  'ignore.goes_on': { mode: 'IGNORE', value: (s) => inRoom(s) * s.goes_on },
} as const satisfies Record<string, Term>;

/** The weight of a rule that adds to a mode's score. */
export type TermName = keyof typeof terms;

/** Names of all rules, in a fixed order: scores are summed in it, so a sum has the same bits everywhere. */
export const termNames = Object.keys(terms) as readonly TermName[];

/** Weights that decide when the two best modes are too close to call, and what they mean. */
export const marginWeights = {
  tiebreaker_base_margin: 'margin below which a cold conversation asks the tie-breaker',
  tiebreaker_min_margin: 'the same for a fully warm one; between the two the margin falls with warmth',
  tiebreaker_implicit_reference: 'added when the message points at an earlier conversation',
  tiebreaker_low_density: 'added when fewer than three words in ten are different ones',
  tiebreaker_unmarked_question: 'added for the form of a question without its mark',
  tiebreaker_hysteresis: 'added when the last three confidences were all below 0.15',
  tiebreaker_act_missed: 'added when ACT is second: missing an action is the costly error',
  tiebreaker_act_chosen: 'taken off when ACT is first: an action too many is the cheap error',
} as const;

/** The weight of a rule about margins. */
export type MarginName = keyof typeof marginWeights;

/** Every name a policy may give a weight to. */
export type WeightName = TermName | MarginName;

/** All weight names. */
export const weightNames: readonly WeightName[] = [
  ...termNames,
  ...(Object.keys(marginWeights) as MarginName[]),
];
