import { createClient } from '@salience/client';
import type { Request } from 'express';
import { z } from 'zod';
import { bearerOf } from '../http/bearer.ts';
import { keyRequired } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { apiVersion } from '../openapi/document.ts';

/** One message of JSON-RPC. Batches are no part of the protocol any more. */
const rpcMessageSchema = z.record(z.string(), z.unknown());

/**
 * POST /mcp: the streamable HTTP transport of MCP, without sessions. What a tool does is asked of this API, with the key of the caller: this route
 * itself opens nothing.
 */
export const postMcp = callerRoute({
  method: 'POST',
  path: '/mcp',
  needs: 'person',
  scope: null,
  does: 'Speak the Model Context Protocol: one message, answered as JSON-RPC in an event stream',
  more: 'A key is needed also on loopback. No sessions: every replica answers every request.',
  tag: 'Turns',
  body: rpcMessageSchema,
  answers: {
    200: { is: 'The answer, with progress before it where it was asked for.', type: 'text/event-stream' },
    202: { is: 'A notification was taken.' },
  },
  problems: { 403: ['origin.refused'] },
  handle: async (_context, { body, request, response }) => {
    const key = bearerOf(request);
    if (key === undefined) throw keyRequired();
    refuseOtherPages(request);
    const { answerHttp } = await import('@salience/mcp-server');
    const client = createClient({
      baseUrl: ownAddress(request),
      key,
      agent: headerOf(request, 'x-agent'),
      timeZone: headerOf(request, 'x-time-zone'),
      retry: { triesMax: 1 },
    });
    await answerHttp(client, apiVersion, { request, response, body });
  },
});

/** A page of another site may not speak with a server that its browser reaches, whatever key it has. Throws 403. */
function refuseOtherPages({ headers: { host, origin } }: Request): void {
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
  throw httpProblem(
    403,
    'origin.refused',
    'MCP is not spoken with pages of other sites. Call it from a program.',
  );
}

/** The address at which this request reached this process. */
function ownAddress({ socket: { localAddress = '127.0.0.1', localPort = 0 } }: Request): string {
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
