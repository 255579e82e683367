// The naive floor's API process: Express takes a message, zod checks it, a job goes into BullMQ, and the reply comes
// back over Redis pub/sub as an event stream. Written as one would in an afternoon. Started by start-naive.ts.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { Queue } from 'bullmq';
import express, { type Response } from 'express';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { queueName, replyChannel, type TurnJob, type TurnReply } from './turn-job.ts';

const redisUrl = process.env.REDIS_URL ?? '';
const chatBody = z.object({
  text: z.string().min(1).max(8_000),
  thread_id: z.string().min(1).max(200),
});

const waiting = new Map<string, Response>();
const queue = new Queue<TurnJob>(queueName, { connection: new Redis(redisUrl) });
const replies = new Redis(redisUrl);
await replies.subscribe(replyChannel);
replies.on('message', (_channel, payload) => {
  const reply = JSON.parse(payload) as TurnReply;
  const response = waiting.get(reply.id);
  if (response === undefined) return;
  waiting.delete(reply.id);
  if (reply.error === undefined) sendEvent(response, 'message', { text: reply.text });
  else sendEvent(response, 'error', { message: reply.error });
  sendEvent(response, 'done', { state: reply.error === undefined ? 'answered' : 'failed' });
  response.end();
});

const app = express();
app.use(express.json());
app.post('/chat', async (request, response) => {
  const body = chatBody.safeParse(request.body);
  if (!body.success) {
    response.status(400).json({ error: z.prettifyError(body.error) });
    return;
  }
  const id = randomUUID();
  waiting.set(id, response);
  response.once('close', () => waiting.delete(id));
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  sendEvent(response, 'status', { status: 'processing' });
  await queue.add(
    'turn',
    { id, conversationId: body.data.thread_id, text: body.data.text },
    { removeOnComplete: true, removeOnFail: 1_000, attempts: 3 },
  );
});

function sendEvent(response: Response, event: string, data: object): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`${JSON.stringify({ ready: (server.address() as AddressInfo).port })}\n`);
// Whoever started it is gone, or wants it gone.
process.stdin.on('end', () => process.exit(0)).resume();
