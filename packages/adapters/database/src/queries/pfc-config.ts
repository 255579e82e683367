import type { AgentId } from '@salience/contracts';
import { and, eq } from 'drizzle-orm';
import { type Database, withAgent } from '../connect.ts';
import { pfcConfig } from '../schema/pfc.ts';

/** What was set of an agent's prefrontal cortex; revision 0: nothing ever was. */
export interface StoredConfig {
  readonly revision: number;
  readonly doc: Readonly<Record<string, unknown>>;
  /** SHA-256 of the file that was read in last; hex. */
  readonly fileHash: string | null;
  readonly updatedAt: Date | null;
}

/** What was set; what was not set is code. */
export function loadConfig(db: Database, agentId: AgentId): Promise<StoredConfig> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [row] = await orm.select().from(pfcConfig).where(eq(pfcConfig.agentId, agentId));
    return row ?? { revision: 0, doc: {}, fileHash: null, updatedAt: null };
  });
}

/** Stores a config that was made of a revision; undefined where another came in between. Consumer. */
export function patchConfig(
  db: Database,
  agentId: AgentId,
  change: { readonly revision: number; readonly doc: Readonly<Record<string, unknown>>; readonly now: Date },
): Promise<StoredConfig | undefined> {
  return save(db, agentId, change);
}

/** Stores what a file says, once for each of its contents; undefined where another change came in between. Consumer. */
export function importConfigFile(
  db: Database,
  agentId: AgentId,
  change: {
    readonly revision: number;
    readonly doc: Readonly<Record<string, unknown>>;
    readonly fileHash: string;
    readonly now: Date;
  },
): Promise<StoredConfig | undefined> {
  return save(db, agentId, change);
}

async function save(
  db: Database,
  agentId: AgentId,
  {
    doc,
    fileHash,
    now,
    revision,
  }: {
    readonly revision: number;
    readonly doc: Readonly<Record<string, unknown>>;
    readonly fileHash?: string;
    readonly now: Date;
  },
): Promise<StoredConfig | undefined> {
  const hashed = fileHash === undefined ? {} : { fileHash };
  const rows = await withAgent(db, agentId, ({ orm }) =>
    revision === 0
      ? orm
          .insert(pfcConfig)
          .values({ agentId, revision: 1, doc, updatedAt: now, ...hashed })
          .onConflictDoNothing()
          .returning()
      : orm
          .update(pfcConfig)
          .set({ revision: revision + 1, doc, updatedAt: now, ...hashed })
          .where(and(eq(pfcConfig.agentId, agentId), eq(pfcConfig.revision, revision)))
          .returning(),
  );
  return rows[0];
}
