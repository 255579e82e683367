import { offlineModel } from '@salience/contracts';
import type { ReceivedSpan } from '@salience/testing';

/** Attributes of ours by the span that carries them; a span is written as its app and its name. */
type Made = Readonly<Record<string, readonly string[]>>;

const turn: Made = {
  'consumer POST /chat': [
    'salience.agent.id',
    'salience.thread.id',
    'salience.turn.id',
    'salience.turn.state',
  ],
  'consumer turn.accept': [],
  'consumer send turn-digest': [],
  'digest process turn-digest': [
    'salience.agent.id',
    'salience.fence',
    'salience.job.attempt',
    'salience.lane.wait_ms',
    'salience.mode',
    'salience.thread.id',
    'salience.turn.id',
    'salience.turn.state',
  ],
  'digest turn.classify': ['salience.confidence', 'salience.topic.id'],
  'digest turn.route': ['salience.confidence', 'salience.mode', 'salience.policy.id'],
  'digest turn.commit': [],
  [`digest chat ${offlineModel.model}`]: ['salience.agent.id', 'salience.model.role'],
  'digest send memory-chunk': [],
};

const chunk: Made = {
  'memory-chunker process memory-chunk': [
    'salience.agent.id',
    'salience.exchange.id',
    'salience.job.attempt',
    'salience.thread.id',
  ],
  [`memory-chunker chat ${offlineModel.model}`]: ['salience.agent.id', 'salience.model.role'],
};

/**
 * The spans that tests with real processes really receive, by the file that asserts it. Each such file says at its end that what is told of it
 * here has come; infra/test/made-spans.test.ts says that together they are all that docs/telemetry.md names and dashboards ask for.
 */
export const madeSpans: Readonly<Record<string, Made>> = {
  'test/one-trace.int.test.ts': {
    ...turn,
    ...chunk,
    'scheduler send memory-chunk': ['salience.resend.kind'],
    'memory-chunker send episode-build': [],
    'episodic process episode-build': [
      'salience.agent.id',
      'salience.episode.id',
      'salience.job.attempt',
      'salience.thread.id',
    ],
    'episodic memory.concepts': [
      'salience.agent.id',
      'salience.concept.count',
      'salience.episode.id',
      'salience.relation.count',
    ],
    [`episodic chat ${offlineModel.model}`]: ['salience.agent.id', 'salience.model.role'],
  },
  'test/traces-of-work.int.test.ts': {
    ...turn,
    'consumer POST /approvals/:approval': ['salience.agent.id', 'salience.turn.id'],
    'digest turn.action': ['salience.action.attempt', 'salience.action.outcome'],
    'pulse-sensor pulse.judge': ['salience.activation.count', 'salience.agent.id', 'salience.signal.count'],
    'pulse-sensor pulse.wake': [
      'salience.activation.id',
      'salience.agent.id',
      'salience.turn.id',
      'salience.wake.outcome',
    ],
    'pulse-sensor inlet.take': [
      'salience.agent.id',
      'salience.inlet',
      'salience.task.id',
      'salience.turn.id',
    ],
    'pulse-sensor send turn-digest': [],
    'scheduler task.move': [
      'salience.agent.id',
      'salience.task.id',
      'salience.task.move',
      'salience.turn.id',
    ],
    'scheduler notice.deliver': [
      'salience.agent.id',
      'salience.channel',
      'salience.delivery.outcome',
      'salience.turn.id',
    ],
    'scheduler letter.send': ['salience.agent.id', 'salience.letter.outcome'],
    'pulse-sensor letter.draft': ['salience.agent.id', 'salience.letter.outcome'],
    'scheduler send turn-digest': [],
    'cognitive-drift drift.think': ['salience.agent.id', 'salience.drift.strategy'],
    'cognitive-drift drift.say': ['salience.agent.id', 'salience.turn.id'],
    'cognitive-drift process profiles': ['salience.agent.id'],
    'cognitive-drift send turn-digest': [],
    [`cognitive-drift chat ${offlineModel.model}`]: ['salience.agent.id', 'salience.model.role'],
    'routing-regulator chat fake-model': ['salience.agent.id', 'salience.model.role'],
  },
  'test/bridge-trace.int.test.ts': {
    'pulse-sensor inlet.take': ['salience.agent.id', 'salience.inlet', 'salience.turn.id'],
    'digest process turn-digest': ['salience.agent.id', 'salience.turn.id'],
  },
  'test/assimilation.int.test.ts': {
    'episodic process experience-assimilate': [
      'salience.agent.id',
      'salience.episode.id',
      'salience.job.attempt',
      'salience.job.outcome',
      'salience.thread.id',
    ],
    'episodic send episode-build': [],
  },
};

/** What a file is relied upon to receive and has not, as sentences; empty if all has come. Throws for a file that is not listed. */
export function unmade(file: string, spans: readonly ReceivedSpan[]): string[] {
  const made = madeSpans[file];
  if (made === undefined) throw new Error(`${file} is not in the list of tests that make spans`);
  return Object.entries(made).flatMap(([name, keys]) => {
    const mine = spans.filter((span) => `${span.service} ${span.name}` === name);
    if (mine.length === 0) return [`${name} did not come`];
    return keys
      .filter((key) => !mine.some(({ attributes }) => attributes[key] !== undefined))
      .map((key) => `no ${name} carries ${key}`);
  });
}
