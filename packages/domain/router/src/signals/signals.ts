import { modes } from '@salience/contracts';

/** What a signal means and between which numbers it lies. */
export interface SignalDefinition {
  readonly min: number;
  readonly max: number;
  readonly doc: string;
  /**
   * For signals that came later: the value that moves no rule. It stands in where nothing was measured, and when a
   * decision is replayed that was stored before there was such a signal.
   */
  readonly neutral?: number;
}

const yesNo = (doc: string): SignalDefinition => ({ min: 0, max: 1, doc });
const share = yesNo;
const later = (definition: SignalDefinition, neutral = 0): SignalDefinition => ({ ...definition, neutral });
const count = (max: number, doc: string): SignalDefinition => ({ min: 0, max, doc });

/** Maximum minutes of a silence as a signal: one year. */
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
  is_reminder: yesNo(
    'the message is something that the agent says by itself: a reminder that fell due, a thought',
  ),
  act_likeness: later(share('how much the message is like those that deserve an action; 0 without a vector')),
  respond_likeness: later(share('how much it is like those that deserve an answer; 0 without a vector')),
  acknowledge_likeness: later(share('how much it is like those that deserve a nod; 0 without a vector')),
  called_me: later(yesNo('in a room: opens or closes with the name of the agent')),
  mentions_me: later(yesNo('in a room: the name of the agent stands somewhere else in it')),
  called_other: later(yesNo('in a room: calls on somebody else')),
  calls_room: later(yesNo('in a room: greets or asks everybody')),
  agent_to_speaker: later(
    share('in a room: how near the agent last spoke to this speaker; 1 directly before'),
  ),
  agent_to_other: later(share('in a room: how near the agent last spoke to anybody else')),
  agent_just_spoke: later(yesNo('in a room: the agent spoke directly before')),
  agent_share: later(share('in a room: share of the latest lines that are of the agent')),
  speaker_to_other: later(share('in a room: how near the speaker last spoke to somebody else')),
  other_to_speaker: later(share('in a room: how near somebody else last spoke to the speaker')),
  goes_on: later(yesNo('in a room: the same speaker spoke directly before')),
  is_continuation: later(
    yesNo(
      'the turn takes up a run of actions after a request was answered or expired, or says when after a reminder found no time',
    ),
  ),
  pending_approval: later(yesNo('an approval is open in this conversation')),
  approval_answer: later(yesNo('the message is a clear yes, no or change to such a request')),
  asks_kept: later(
    yesNo('asks about a list, a reminder, a focus or a decision that only a skill can look up'),
  ),
  fragment: later(
    share(
      'orders without a verb of doing: 1 for a thing that is counted and for a wish to be given one, 0.5 for a thing that is just named or has its article, 0.25 for what only goes on with something that is open',
    ),
  ),
  agent_asked: later(yesNo('the last reply to this speaker ends with a question')),
  assent: later(yesNo('after such a question, where no approval is open: says yes or ok, and nothing else')),
  open_request: later(
    yesNo('the last messages of this speaker asked for a deed, and nothing else came since'),
  ),
  openness: later(
    share(
      'how open a request is that is whole in form: 1 asks for anything about a bare thing, 0 says what it wants',
    ),
  ),
  readings: later(
    count(1_000, 'known things that fit what a question names equally well; 0 or 1 is no choice'),
  ),
  overheard: later(yesNo('reached the agent without being for it: who took the message in said so')),
  acted: later(
    {
      min: -1,
      max: 1_000,
      doc: 'actions that were carried out before this decision; -1 where none was tried',
    },
    -1,
  ),
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

/** The signals that came later, each with the value that moves no rule. */
export const neutralSignals: Readonly<Record<string, number>> = Object.fromEntries(
  signalNames.flatMap((name) => {
    const { neutral }: SignalDefinition = signalDefinitions[name];
    return neutral === undefined ? [] : [[name, neutral] as const];
  }),
);

/** A flat record of numbers; JSON keeps each of them exactly. */
export type Signals = Readonly<Record<SignalName, number>>;
