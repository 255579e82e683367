import { modes } from '@salience/contracts';

/** What a signal means and between which numbers it lies. */
export interface SignalDefinition {
  readonly min: number;
  readonly max: number;
  readonly doc: string;
}

const yesNo = (doc: string): SignalDefinition => ({ min: 0, max: 1, doc });
const share = yesNo;
const count = (max: number, doc: string): SignalDefinition => ({ min: 0, max, doc });

/** Minutes beyond which a silence is not told apart: one year. */
const minutesMax = 525_600;

/**
 * Every signal a decision is made from, and nothing else: with these numbers and a policy the same bits
 * come out again. Yes is 1, no is 0; counts stop at their maximum.
 */
export const signalDefinitions = {
  char_count: count(32_768, 'characters of the message without surrounding white space; 0 means empty'),
  token_count: count(32_768, 'words and emojis; 0 for punctuation alone'),
  content_count: count(32_768, 'words that carry meaning'),
  information_density: share('different words divided by words'),
  has_question_mark: yesNo('a question mark of any script'),
  interrogative: yesNo('a clause has the form of a question'),
  greeting: yesNo('opens with a greeting'),
  farewell: yesNo('closes the conversation or a matter'),
  positive_feedback: yesNo('thanks or praise'),
  negative_feedback: yesNo('says that the last answer was wrong or misunderstood'),
  act_request: yesNo('asks for a deed'),
  answer_request: yesNo('asks for words: tell me, explain'),
  need: yesNo('states a wish or a trouble without naming the deed'),
  implicit_reference: yesNo('points at an earlier conversation'),
  remember: yesNo('asks to keep something in mind'),
  anaphoric: yesNo('holds a word that stands for something said before'),
  second_person: yesNo('speaks to or about the one addressed'),
  declarative: yesNo('states something'),
  context_warmth: share('how much is known about this conversation; 0 when there is no content at all'),
  working_memory_turns: count(1_000, 'exchanges in working memory'),
  gist_count: count(1_000, 'gists of this conversation'),
  fact_count: count(1_000, 'facts known in this context'),
  topic_confidence: share('how sure the topic of this message is'),
  is_new_topic: yesNo('the message opened a topic'),
  session_exchange_count: count(10_000, 'exchanges since the session began'),
  minutes_since_activity: {
    min: -1,
    max: minutesMax,
    doc: 'minutes since the activity before this message; -1 when there was none',
  },
  evidence_score: share('strength of the best evidence retrieved for this message; 0 when nothing was found'),
  evidence_count: count(1_000, 'pieces of evidence retrieved for this message'),
  memory_confidence: share('how well memory can carry an answer'),
  addressed: { min: -1, max: 1, doc: '1 spoken to, 0 not spoken to, -1 not known' },
  speaker_count: count(10_000, 'people speaking in the room, the agent not counted'),
  is_reminder: yesNo('the message comes from a reminder that fell due'),
  previous_act: yesNo('the previous decision of the thread was ACT'),
  previous_clarify: yesNo('the previous decision of the thread was CLARIFY'),
  recent_confidence_max: share('highest of the last three confidences; 1 when there are fewer than three'),
  excluded_modes: {
    min: 0,
    max: 2 ** modes.length - 1,
    doc: 'modes that may not win, as a bit set in the order of the mode list',
  },
} as const satisfies Record<string, SignalDefinition>;

/** The name of a signal. */
export type SignalName = keyof typeof signalDefinitions;

/** Names of all signals, in a fixed order. */
export const signalNames = Object.keys(signalDefinitions) as readonly SignalName[];

/** A flat record of numbers; JSON keeps each of them exactly. */
export type Signals = Readonly<Record<SignalName, number>>;
