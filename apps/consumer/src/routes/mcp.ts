import { createClient } from '@salience/client';
import { currentTraceparent } from '@salience/telemetry';
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
 * POST /mcp: the streamable HTTP transport of MCP, of whose sessions nothing is kept. What a tool does is asked of this API, with the key of the caller: this route
 * itself opens nothing.
 */
export const postMcp = callerRoute({
  method: 'POST',
  path: '/mcp',
  needs: 'person',
  scope: null,
  does: 'Speak the Model Context Protocol: one message, answered as JSON-RPC in an event stream',
  more: 'A key is needed also on loopback. Every replica answers every request; the session only names the client, so that it can cancel what it asked.',
  tag: 'Turns',
  body: rpcMessageSchema,
  answers: {
    200: { is: 'The answer, with progress before it where it was asked for.', type: 'text/event-stream' },
    202: { is: 'A notification was taken.' },
  },
  problems: {
    400: ['mcp.version'],
    403: ['origin.refused'],
    406: ['mcp.accept'],
    422: ['mcp.message'],
  },
  handle: async (context, { body, caller, request, response }) => {
    const key = bearerOf(request);
    if (key === undefined) throw keyRequired();
    refuseOtherPages(request);
    const { answerHttp, isRpcMessage, protocolVersions } = await import('@salience/mcp-server');
    refuseOtherProtocols(request, isRpcMessage(body), protocolVersions);
    const client = createClient({
      baseUrl: ownAddress(request),
      key,
      agent: headerOf(request, 'x-agent'),
      timeZone: headerOf(request, 'x-time-zone'),
      fetch: tracedFetch(),
      retry: { triesMax: 1 },
    });
    const calls = context.mcpCalls.of(caller, headerOf(request, 'mcp-session-id'));
    await answerHttp(client, apiVersion, { request, response, body, calls });
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

/** What the transport would refuse in words of its own is refused in ours. */
function refuseOtherProtocols(request: Request, isMessage: boolean, versions: readonly string[]): void {
  const { accept = '' } = request.headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
    throw httpProblem(406, 'mcp.accept', 'Expected "Accept: application/json, text/event-stream".');
  const version = headerOf(request, 'mcp-protocol-version');
  if (version !== undefined && !versions.includes(version))
    throw httpProblem(400, 'mcp.version', `Expected MCP-Protocol-Version as one of ${versions.join(', ')}.`);
  if (!isMessage)
    throw httpProblem(
      422,
      'mcp.message',
      'Expected one message of JSON-RPC 2.0, as MCP has it: a request, a notification or an answer.',
    );
}

/** The global fetch, whose requests belong to the trace of this one. */
function tracedFetch(): typeof fetch {
  const traceparent = currentTraceparent();
  return (input, init) => {
    const headers = new Headers(init?.headers);
    if (traceparent !== undefined) headers.set('traceparent', traceparent);
    return fetch(input, { ...init, headers });
  };
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
