import {
  autobiographyQuerySchema,
  type AutobiographyView,
  autobiographyViewSchema,
  pageSchema,
} from '@salience/contracts';
import { type AutobiographyRow, loadAutobiographies } from '@salience/database/biography';
import { z } from 'zod';
import { callerRoute } from '../http/route.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { isoInstant } from '../turns/iso-instant.ts';

const versionPlace = z.object({ version: z.number().int().positive() });

/** GET /memory/autobiography: versions of the agent's autobiography, newest first. Read-only. */
export const getAutobiography = callerRoute({
  method: 'GET',
  path: '/memory/autobiography',
  needs: 'machine',
  does: 'The autobiography of the agent, newest version first',
  tag: 'Memory',
  more: 'A new version is written in the background, at most every six hours. Each lists its changes. Forgotten sentences are removed from every version.',
  query: autobiographyQuerySchema,
  answers: { 200: { is: 'Versions, newest first.', json: pageSchema(autobiographyViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { limit, cursor } = query;
    const before = decodeCursor(cursor, versionPlace)?.version;
    const page = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
    const rows = await loadAutobiographies(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    response.json({
      items: items.map(view),
      next: last === undefined ? null : encodeCursor({ version: last.version }),
    });
  },
});

function view({ createdAt, id, ...row }: AutobiographyRow): AutobiographyView {
  return {
    autobiography_id: id,
    version: row.version,
    created_at: isoInstant(createdAt),
    sections: row.sections as AutobiographyView['sections'],
    hashes: row.hashes,
    deltas: row.deltas as AutobiographyView['deltas'],
    inputs: row.inputs,
    model: row.model,
  };
}
