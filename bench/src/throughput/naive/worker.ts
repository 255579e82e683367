// The naive floor's worker process: four plain drizzle statements and a model that answers at once. No order within a
// conversation, no lease, no deduplication: what a straightforward build has. Started by start-naive.ts.
import process from 'node:process';
import { Worker } from 'bullmq';
import { desc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Redis } from 'ioredis';
import pg from 'pg';
import { conversations, messages } from './schema.ts';
import { queueName, replyChannel, type TurnJob, type TurnReply } from './turn-job.ts';

const redisUrl = process.env.REDIS_URL ?? '';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
// Its stores go first at the end, and say so.
pool.on('error', () => {});
const database = drizzle(pool);
const publisher = new Redis(redisUrl);

const worker = new Worker<TurnJob>(
  queueName,
  async (job) => {
    const { id, conversationId, text } = job.data;
    await database
      .insert(conversations)
      .values({ id: conversationId })
      .onConflictDoUpdate({ target: conversations.id, set: { updatedAt: new Date() } });
    await database.insert(messages).values({ conversationId, role: 'user', content: text });
    const history = await database
      .select({ role: messages.role, content: messages.content })
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(desc(messages.id))
      .limit(20);
    const reply = answer(text, history.length);
    await database.insert(messages).values({ conversationId, role: 'assistant', content: reply });
    await tell({ id, text: reply });
  },
  { connection: new Redis(redisUrl, { maxRetriesPerRequest: null }), concurrency: 32 },
);
worker.on('failed', (job, error) => {
  if (job !== undefined && job.attemptsMade >= 3) void tell({ id: job.data.id, error: error.message });
});

async function tell(reply: TurnReply): Promise<void> {
  await publisher.publish(replyChannel, JSON.stringify(reply));
}

/** Stands in for a model that answers at once: about 200 characters that repeat what was said. */
function answer(text: string, remembered: number): string {
  return `With ${remembered} messages in mind, this is what I make of it: ${text} `.padEnd(
    200,
    'And so on. ',
  );
}

await worker.waitUntilReady();
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
