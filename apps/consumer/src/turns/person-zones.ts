import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { personZones } from '@salience/database/people';

const agentsMax = 1_000;

/** The zones of an agent's people, kept for a while: a message costs no statement for them. */
export class PersonZones {
  readonly #db: Database;
  readonly #keptMs: number;
  readonly #kept = new Map<
    AgentId,
    { readonly zones: Promise<ReadonlyMap<string, string>>; readonly until: number }
  >();

  /** What was read counts for at most `keptMs`. */
  constructor(db: Database, keptMs: number) {
    this.#db = db;
    this.#keptMs = keptMs;
  }

  /** The zone of a speaker, or of the owner without one; undefined where they have none. */
  async find(agentId: AgentId, speaker: string | undefined): Promise<string | undefined> {
    const zones = await this.#of(agentId);
    return zones.get(speaker?.trim().toLowerCase() ?? '');
  }

  /** Reads an agent's people anew at the next message. */
  forget(agentId: AgentId): void {
    this.#kept.delete(agentId);
  }

  #of(agentId: AgentId): Promise<ReadonlyMap<string, string>> {
    const known = this.#kept.get(agentId);
    if (known !== undefined && known.until > performance.now()) return known.zones;
    if (this.#kept.size >= agentsMax) this.#kept.clear();
    const zones = personZones(this.#db, agentId);
    this.#kept.set(agentId, { zones, until: performance.now() + this.#keptMs });
    // A failure is not kept.
    zones.catch(() => this.forget(agentId));
    return zones;
  }
}
