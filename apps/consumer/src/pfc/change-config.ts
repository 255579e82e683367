import type { AgentId, PfcTrust } from '@salience/contracts';
import type { Database } from '@salience/database';
import { loadConfig, patchConfig, type StoredConfig } from '@salience/database/pfc';
import { mergeConfig } from '@salience/pfc';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';

/** Tries before a change of settings is given up because other replicas always came in between. */
const triesMax = 32;
/** Characters of all that is set, as JSON. */
const docCharsMax = 65_536;

/** The last change under way in this process, by agent: those that come at once wait here and do not race. */
const underWay = new WeakMap<Database, Map<AgentId, Promise<unknown>>>();

/** Who changes the settings of an agent. */
interface Change {
  readonly agentId: AgentId;
  readonly trust: PfcTrust;
  readonly wish: Readonly<Record<string, unknown>>;
}

/**
 * Lays a change over the settings of an agent; changes that come at once are made one after the other. Throws 400 for what is no setting, 403 where nobody vouches for a change of
 * what the agent does by itself, and 409 where it never came to its turn.
 */
export async function changeConfig(
  context: ConsumerContext,
  { agentId, ...change }: Change,
): Promise<StoredConfig> {
  const agents = underWay.get(context.db) ?? new Map<AgentId, Promise<unknown>>();
  underWay.set(context.db, agents);
  const made = (agents.get(agentId) ?? Promise.resolve()).then(() =>
    layOver(context, { agentId, ...change }),
  );
  const settled = made.then(nothing, nothing);
  agents.set(agentId, settled);
  try {
    return await made;
  } finally {
    if (agents.get(agentId) === settled) agents.delete(agentId);
  }
}

function nothing(): void {}

async function layOver(context: ConsumerContext, { agentId, trust, wish }: Change): Promise<StoredConfig> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const before = await loadConfig(context.db, agentId);
    const { doc, problems } = mergeConfig(before.doc, wish);
    if (problems !== undefined) throw configProblem(problems);
    if (JSON.stringify(doc).length > docCharsMax)
      throw configProblem([{ field: '', message: `expected at most ${docCharsMax} characters of settings` }]);
    // Nothing that differs: no revision is made of it.
    if (JSON.stringify(doc) === JSON.stringify(before.doc)) return before;
    // The agent goes by them where nobody asks it.
    if (trust === 'unverified' && JSON.stringify(doc['evaluate']) !== JSON.stringify(before.doc['evaluate']))
      throw httpProblem(403, 'config.owner', 'To change "evaluate" takes the agent’s key.');
    const now = await context.clock.now();
    const stored = await patchConfig(context.db, agentId, { revision: before.revision, doc, now });
    if (stored !== undefined) return stored;
  }
  throw httpProblem(409, 'config.busy', 'Others changed the settings at the same time. Send it again.');
}

function configProblem(problems: readonly { readonly field: string; readonly message: string }[]) {
  const list = problems
    .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
    .join('; ');
  const issues = problems.map(({ field: path, message }) => ({ path, message }));
  return httpProblem(422, 'config.invalid', `The settings are invalid: ${list}.`, { issues });
}
