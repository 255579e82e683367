import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the PFC got. */
export interface PfcRequest {
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
}

/** An answer: JSON, what follows from the body, a status, or none. */
export type FakePfcAnswer = object | number | 'hang' | ((body: Readonly<Record<string, unknown>>) => object);

/** A PFC on loopback that answers what it is told to. */
export interface FakePfc {
  readonly url: string;
  readonly requests: PfcRequest[];
  /** Answers a call so from now on. */
  answer(call: string, answer: FakePfcAnswer): void;
  calls(call: string): readonly PfcRequest[];
  close(): Promise<void>;
}

const lowered = { channel: '10', state: 'lowered', version: 0, reason: null };

/** Starts one. */
export async function fakePfc(): Promise<FakePfc> {
  const requests: PfcRequest[] = [];
  const answers = new Map<string, FakePfcAnswer>([
    ['POST /pfc/messages', { thought: null, hand: lowered, turn_id: null, created: true }],
    ['GET /pfc/hand', lowered],
    ['POST /pfc/internal/synthesize', { thought_count: 0, thoughts: [] }],
    ['POST /pfc/floor', lowered],
    ['PUT /pfc/focus', { channel: '10' }],
    ['POST /pfc/evaluate', { decision: 'act', reasoning: 'Salience 0.65 → act', action_id: 1 }],
    ['PATCH /pfc/actions/outcome', { id: 1 }],
  ]);
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*/, '').replace(/\/\d+\//, '/');
      const call = `${request.method ?? ''} ${path}`;
      const text = Buffer.concat(pieces).toString('utf8');
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      requests.push({
        call,
        body: { ...body, of: request.url },
        authorization: request.headers.authorization,
      });
      const answer = answers.get(call) ?? 404;
      if (answer === 'hang') return;
      const status = typeof answer === 'number' ? answer : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      const json = typeof answer === 'function' ? answer(body) : answer;
      response.end(JSON.stringify(typeof answer === 'number' ? {} : json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (call, answer) => void answers.set(call, answer),
    calls: (call) => requests.filter((one) => one.call === call),
    async close() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
