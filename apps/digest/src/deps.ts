import type { Id, TurnId } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import type { Embedder } from '@salience/embeddings';
import type { Models } from '@salience/models';
import type { Queues } from '@salience/queues';
import type { Recall } from '@salience/recall';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { AgentCache } from './agent-cache.ts';
import type { HandOn, Overheard } from './hand-on.ts';
import type { ContextLimits } from './context-limits.ts';
import type { Policies } from './policies.ts';
import type { ToolRack } from './skills/toolbox.ts';
import type { ThreadStates } from './thread-states.ts';
import type { TopicCache } from './topic-cache.ts';

/** Dependencies of the stages of a turn. */
export interface Deps {
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The log level of an ended turn. */
  readonly eventLevel: 'debug' | 'info';
  readonly fault: FaultPoint;
  readonly workerId: Id<'worker'>;
  readonly embedder: Embedder;
  /** False: messages are not embedded. */
  readonly embeds: boolean;
  readonly models: Models;
  /** Memory search. */
  readonly recall: Recall;
  /** Limits of what is sent to a model. */
  readonly contextLimits?: ContextLimits;
  readonly agents: AgentCache;
  /** By which policies turns are decided; lanes are claimed only while that is known. */
  readonly policies: Pick<Policies, 'unknown'>;
  readonly topics: TopicCache;
  /** The tools: skills, and tools of external servers. */
  readonly tools: ToolRack;
  /** A thread silent for this long ends its session, in milliseconds; default 600 s. */
  readonly silenceMs?: number;
  /** How long an approval stays open, in milliseconds. */
  readonly approvalMs: number;
  readonly handOn: HandOn;
  /** Finds topics and codes of messages that were decided without their vectors. */
  readonly overheard: Overheard;
  /** The boundary detector's states of threads served lately. */
  readonly threads: ThreadStates;
  /** How to stop each turn that runs here. */
  readonly cancels: Map<TurnId, () => void>;
}
