import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Queue, Worker } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';
import pg from 'pg';

/** The least that any system of this shape does for a message. */
export interface Floor {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The floor: Express takes a message, one job goes through BullMQ, the worker commits one row, and the answer comes
 * back as an event. One process, no embedding, no routing, no model, no telemetry. Without Redis the hop is one row
 * and a NOTIFY.
 */
export async function startFloor(adminUrl: string, redisUrl: string | undefined): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 4 });
  // Its stores go first at the end, and say so.
  pool.on('error', () => {});
  await pool.query(
    'create table if not exists floor (id bigserial primary key, text text not null, at timestamptz not null default now())',
  );
  const waiting = new Map<string, () => void>();
  const work = async (id: string, text: string): Promise<void> => {
    await pool.query('insert into floor (text) values ($1)', [text]);
    waiting.get(id)?.();
  };
  const hop = redisUrl === undefined ? await notifyHop(adminUrl, pool, work) : await bullHop(redisUrl, work);
  const app = express();
  app.use(express.json());
  let n = 0;
  app.post('/chat', async (request, response) => {
    n += 1;
    const id = `m${n}`;
    const worked = new Promise<void>((resolve) => waiting.set(id, resolve));
    response.set('Content-Type', 'text/event-stream').flushHeaders();
    await hop.send(id, (request.body as { text: string }).text);
    await worked;
    waiting.delete(id);
    response.end(`event: done\ndata: ${JSON.stringify({ type: 'done', id })}\n\n`);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await hop.stop();
      await pool.end();
    },
  };
}

interface Hop {
  send(id: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

type Work = (id: string, text: string) => Promise<void>;

async function bullHop(redisUrl: string, work: Work): Promise<Hop> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue('floor', { connection });
  const worker = new Worker<{ id: string; text: string }>(
    'floor',
    (job) => work(job.data.id, job.data.text),
    { connection },
  );
  await worker.waitUntilReady();
  return {
    send: async (id, text) => {
      await queue.add('hop', { id, text }, { removeOnComplete: true });
    },
    async stop() {
      await worker.close();
      await queue.close();
      connection.disconnect();
    },
  };
}

async function notifyHop(adminUrl: string, pool: pg.Pool, work: Work): Promise<Hop> {
  await pool.query('create table if not exists floor_jobs (id text primary key, text text not null)');
  const listener = new pg.Client({ connectionString: adminUrl });
  await listener.connect();
  listener.on('notification', ({ payload }) => {
    void pool
      .query<{ id: string; text: string }>('delete from floor_jobs where id = $1 returning id, text', [
        payload,
      ])
      .then(({ rows }) => (rows[0] === undefined ? undefined : work(rows[0].id, rows[0].text)));
  });
  await listener.query('listen floor');
  return {
    send: async (id, text) => {
      await pool.query("with job as (insert into floor_jobs values ($1, $2)) select pg_notify('floor', $1)", [
        id,
        text,
      ]);
    },
    stop: () => listener.end(),
  };
}
