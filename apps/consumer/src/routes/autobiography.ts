import { autobiographyQuerySchema, type AutobiographyView } from '@salience/contracts';
import { type AutobiographyRow, loadAutobiographies } from '@salience/database';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { readQuery } from '../http/read-input.ts';
import type { Handler } from '../http/route-table.ts';
import { isoInstant } from '../turns/iso-instant.ts';

const versionPlace = z.object({ version: z.number().int().positive() });

/** GET /memory/autobiography: versions of what the agent wrote of whom it serves, the newest first. Reading changes nothing. */
export function getAutobiography(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { limit, cursor } = readQuery(request, autobiographyQuerySchema);
    const before = decodeCursor(cursor, versionPlace)?.version;
    const page = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
    const rows = await loadAutobiographies(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    response.json({
      items: items.map(view),
      next: last === undefined ? null : encodeCursor({ version: last.version }),
    });
  };
}

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
