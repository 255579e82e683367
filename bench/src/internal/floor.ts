// The floor of POST /internal: Express takes a thought, one row is inserted and committed, and the row is the answer. No types, no checks, no hand, no retries, no telemetry.
// Connects to DATABASE_URL with POOL connections.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL) });
// Its store goes first at the end, and says so.
pool.on('error', () => {});
await pool.query(
  `create table if not exists floor_thoughts (id integer generated always as identity primary key, channel text, thought_type text, content text not null,
    trigger_message_id text, created_at timestamptz not null default now())`,
);

interface Thought {
  readonly channel?: string;
  readonly thought_type?: string;
  readonly content?: string;
  readonly trigger_message_id?: string;
}

const app = express();
app.use(express.json());
app.post('/internal', async (request, response) => {
  const { channel, content, thought_type, trigger_message_id } = request.body as Thought;
  const { rows } = await pool.query(
    'insert into floor_thoughts (channel, thought_type, content, trigger_message_id) values ($1, $2, $3, $4) returning *',
    [channel, thought_type ?? 'reaction', content, trigger_message_id],
  );
  response.status(201).json(rows[0]);
});

const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`${JSON.stringify({ ready: (server.address() as AddressInfo).port })}\n`);
// Whoever started it is gone, or wants it gone.
process.stdin.on('end', () => process.exit(0)).resume();
