import { bigserial, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row per conversation. */
export const conversations = pgTable('conversations', {
  id: text('id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/** One row per message, the person's and the assistant's. */
export const messages = pgTable(
  'messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('messages_by_conversation').on(table.conversationId, table.id)],
);

/** What a migration tool would have made of the tables above. */
export const createTables = `
  create table if not exists conversations (
    id text primary key,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create table if not exists messages (
    id bigserial primary key,
    conversation_id text not null references conversations (id),
    role text not null,
    content text not null,
    created_at timestamptz not null default now()
  );
  create index if not exists messages_by_conversation on messages (conversation_id, id);
`;
