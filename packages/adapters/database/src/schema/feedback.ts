import type { Mode } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { check, index, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, ownId, salience, writtenXid } from './columns.ts';

/** What somebody thinks of a turn, a thought or whatever else has an id. One per target and giver; the latest counts. */
export const feedback = salience.table(
  'feedback',
  {
    id: ownId<'feedback'>(),
    agentId: agentId(),
    /** The id of what is judged. */
    target: id('target').notNull(),
    /** From −1, bad, to 1, good. */
    value: real('value').notNull(),
    note: text('note'),
    /** Of a turn: the mode that it should have taken, where the giver said so. */
    wanted: text('wanted').$type<Mode>(),
    /** The caller's name as in the audit log. */
    givenBy: text('given_by').notNull(),
    createdAt: at('created_at').notNull(),
    /** The transaction that wrote it last, set by a trigger. */
    writtenXid: writtenXid(),
  },
  (t) => [
    uniqueIndex('feedback_target').on(t.agentId, t.target, t.givenBy),
    index('feedback_recent').on(t.agentId, t.createdAt),
    // Serves those who read on from where they were.
    index('feedback_written').on(t.writtenXid, t.id),
    check('feedback_value', sql`${t.value} between -1 and 1`),
  ],
);
