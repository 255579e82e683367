import type { AgentId } from '@salience/contracts';
import { createEmbedder } from '@salience/embeddings';
import { CodeIndex, signCode } from '@salience/memory';
import { isQuestion, computeMeanVectors } from '@salience/recall';
import type { TestDatabase } from '@salience/testing';

/** The thought that is nearest to a message. */
export interface Nearest {
  /** -1..1; -1 where there is no thought. */
  readonly cosine: number;
  /** It shares no word stem with the message. */
  readonly wordless: boolean;
}

/** How near an agent's thoughts are to messages, measured as memory search does. */
export interface Nearness {
  /** The line that memory search draws. */
  readonly line: number;
  of(agentId: AgentId, texts: readonly string[]): Promise<Nearest[]>;
  close(): Promise<void>;
}

/** Loads the shipped model from its prepared cache. */
export async function openNearness(db: TestDatabase, cacheDir: string): Promise<Nearness> {
  const embedder = createEmbedder({ cacheDir });
  const means = await computeMeanVectors(embedder);
  return {
    line: means.near,
    async of(agentId, texts) {
      const thoughts = new CodeIndex(embedder.dimensions);
      const rows = await db.admin<{ id: string; code: Buffer }>(
        `select item_id as id, code from salience.memory_codes
         where agent_id = $1 and kind = 'thought' and model_id = $2 and code <> ''`,
        [agentId, embedder.modelId],
      );
      for (const { code, id } of rows) thoughts.add({ id, kind: 'thought', code: new Uint8Array(code) });
      const found: Nearest[] = [];
      for (const text of texts) {
        const mean = isQuestion(text) ? means.questions : means.statements;
        const [nearest] = thoughts.nearest(signCode(await embedder.embed(text), mean), 1);
        found.push(
          nearest === undefined
            ? { cosine: -1, wordless: false }
            : { cosine: nearest.cosine, wordless: await isWordless(db, nearest.id, text) },
        );
      }
      return found;
    },
    close: () => embedder.close(),
  };
}

async function isWordless(db: TestDatabase, id: string, text: string): Promise<boolean> {
  const shared = await db.admin(
    `select 1 from salience.thoughts t cross join unnest(t.search) w
     join unnest(to_tsvector('english', $2)) m on m.lexeme = w.lexeme where t.id = $1`,
    [id, text],
  );
  return shared.length === 0;
}
