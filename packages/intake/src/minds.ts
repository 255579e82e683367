import type { AgentId, EvaluationGoal, PfcConfig, PfcTrust } from '@salience/contracts';
import type { Database } from '@salience/database';
import { listGoals, loadConfig, loadFocus } from '@salience/database/pfc';
import { type ClassifierConfig, classifierOf, configOf, type PfcDoc } from '@salience/pfc';

/** What an agent judges a message by. */
export interface Mind {
  /** What was set, and the settings that follow from it. */
  readonly doc: PfcDoc;
  readonly revision: number;
  readonly config: PfcConfig;
  readonly classifier: ClassifierConfig;
  /** Active ones, whatever their trust. */
  readonly goals: readonly EvaluationGoal[];
  /** The voice channel that it is in, and who says so; null: none. */
  readonly focus: { readonly channel: string | null; readonly trust: PfcTrust };
}

/** How long a mind is believed unless somebody says otherwise, in milliseconds: so late a change may reach another replica. */
const believedMsMax = 4_000;
const keptMax = 1_000;

/** The settings, goals and focus of agents, kept for a moment so that a message costs no reading of them. */
export class Minds {
  readonly #db: Database;
  readonly #believedMs: number;
  readonly #kept = new Map<string, { readonly mind: Promise<Mind>; readonly until: number }>();

  /** `believedMs`: at most 4,000. */
  constructor(db: Database, believedMs = believedMsMax) {
    this.#db = db;
    this.#believedMs = Math.min(believedMs, believedMsMax);
  }

  /** The mind of an agent. Rejects where the database is away. */
  of(agentId: AgentId): Promise<Mind> {
    const kept = this.#kept.get(agentId);
    if (kept !== undefined && kept.until > performance.now()) return kept.mind;
    const mind = loadMind(this.#db, agentId);
    if (this.#kept.size >= keptMax) this.#kept.clear();
    this.#kept.set(agentId, { mind, until: performance.now() + this.#believedMs });
    mind.catch(() => this.drop(agentId));
    return mind;
  }

  /** Has the next one who asks read it anew, after a change of it here. */
  drop(agentId: AgentId): void {
    this.#kept.delete(agentId);
  }
}

/** The goals that count for what comes with a trust: without a key all do, else those of the owner. */
export function goalsFor(mind: Mind, trust: PfcTrust): readonly EvaluationGoal[] {
  return trust === 'unverified' ? mind.goals : mind.goals.filter((goal) => goal.trust === 'owner');
}

/** The channel that an agent listens in to what comes with a trust: what nobody vouches for moves its ear for callers without a key alone. */
export function focusFor({ focus }: Mind, trust: PfcTrust): string | null {
  return trust === 'owner' && focus.trust === 'unverified' ? null : focus.channel;
}

async function loadMind(db: Database, agentId: AgentId): Promise<Mind> {
  const [{ doc, revision }, goals, focus] = await Promise.all([
    loadConfig(db, agentId),
    listGoals(db, agentId),
    loadFocus(db, agentId),
  ]);
  return { doc, revision, config: configOf(doc), classifier: classifierOf(doc), goals, focus };
}
