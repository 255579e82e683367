import type { Id, TurnId } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import type { Embedder } from '@salience/embeddings';
import type { Models } from '@salience/models';
import type { Queues } from '@salience/queues';
import type { Recall } from '@salience/recall';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { AgentCache } from './agent-cache.ts';
import type { HandOn } from './hand-on.ts';
import type { ContextLimits } from './context-limits.ts';
import type { ToolRack } from './skills/toolbox.ts';
import type { TopicCache } from './topic-cache.ts';

/** What the stages of a turn work with. */
export interface Deps {
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** At which level an ended turn writes its line. */
  readonly eventLevel: 'debug' | 'info';
  readonly fault: FaultPoint;
  readonly workerId: Id<'worker'>;
  readonly embedder: Embedder;
  /** False: no message gets a vector. */
  readonly embeds: boolean;
  readonly models: Models;
  /** Memory search. */
  readonly recall: Recall;
  /** How much may be sent to a model. */
  readonly contextLimits?: ContextLimits;
  readonly agents: AgentCache;
  readonly topics: TopicCache;
  /** What can be done: skills, and the tools of external servers. */
  readonly tools: ToolRack;
  /** How long a request waits for a yes before it is a no, in milliseconds. */
  readonly approvalMs: number;
  readonly handOn: HandOn;
  /** How to stop each turn that runs here. */
  readonly cancels: Map<TurnId, () => void>;
}
