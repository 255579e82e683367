import { variables as cognitiveDrift } from '../../apps/cognitive-drift/src/env.ts';
import { variables as consumer } from '../../apps/consumer/src/env.ts';
import { variables as digest } from '../../apps/digest/src/env.ts';
import { variables as episodic } from '../../apps/episodic/src/env.ts';
import { variables as memoryChunker } from '../../apps/memory-chunker/src/env.ts';
import { variables as pulseSensor } from '../../apps/pulse-sensor/src/env.ts';
import { variables as routingRegulator } from '../../apps/routing-regulator/src/env.ts';
import { variables as scheduler } from '../../apps/scheduler/src/env.ts';
import { modelEnvNames } from '../../packages/adapters/llm/src/index.ts';
import type { AppName } from '../../packages/contracts/src/index.ts';

/** Every variable that an app reads. An app that is missing here does not compile. */
export const appVariables: Record<AppName, readonly string[]> = {
  consumer: Object.keys(consumer),
  digest: [...Object.keys(digest), ...modelEnvNames],
  'memory-chunker': [...Object.keys(memoryChunker), ...modelEnvNames],
  episodic: [...Object.keys(episodic), ...modelEnvNames],
  'cognitive-drift': [...Object.keys(cognitiveDrift), ...modelEnvNames],
  'routing-regulator': [...Object.keys(routingRegulator), ...modelEnvNames],
  scheduler: Object.keys(scheduler),
  'pulse-sensor': Object.keys(pulseSensor),
};
