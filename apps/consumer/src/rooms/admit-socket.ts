import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { AdmittedVisitor, Visitor } from '@salience/switchboard';
import type { Door } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { requireScope } from '../http/scopes.ts';
import { type PersonDoor, personRequired } from '../person/person-door.ts';
import { guestNamed, personNamed } from './visitors.ts';

/** Who decides whom a socket speaks for. */
export interface SocketDoors {
  readonly door: Door;
  readonly person: PersonDoor;
  /** True if only this machine can connect and no key is required. */
  readonly trustsMachine: boolean;
  /** Where no key is required, refuses callers that are not on this machine. */
  refuseOutsiders(request: Request): void;
}

/** Sockets of people are counted together by how they came. */
const countedPeople = { person: 'person', guest: 'guests' } as const;

/**
 * Admits a socket by its handshake, by the rules of every route: the key of an agent in `apiKey`, the person's token there or the session of a signed-in browser, or a guest of
 * this machine. A page of another site that opens a socket in somebody's browser is refused. Rejects with the problem.
 */
export async function admitSocket(
  doors: SocketDoors,
  handshake: IncomingMessage,
  auth: Readonly<Record<string, unknown>>,
): Promise<AdmittedVisitor> {
  const { apiKey, name } = auth;
  if (apiKey !== undefined && typeof apiKey !== 'string') {
    throw httpProblem(401, 'key.required', 'Expected "apiKey" to be the key of an agent (sk_…) as a text.');
  }
  const request = asRequest(handshake, apiKey);
  const find = async (): Promise<{ readonly visitor: Visitor; readonly counted: string }> => {
    if (apiKey !== undefined && !apiKey.startsWith('pt_')) {
      const caller = await doors.door.admit(request, 'person');
      // A socket hears its rooms and speaks there.
      requireScope(caller, ['read']);
      requireScope(caller, ['talk']);
      const { agent, voice } = caller;
      if (voice !== 'key') throw personRequired();
      return { visitor: { kind: 'agent', agentId: agent.id, name: agent.name }, counted: agent.id };
    }
    if ((await doors.person.find(request)) !== undefined)
      return { visitor: personNamed(name), counted: countedPeople.person };
    if (!doors.trustsMachine) {
      throw httpProblem(
        401,
        'key.required',
        'Expected auth {"apiKey": "sk_…"}, the key of an agent, or a session.',
      );
    }
    doors.refuseOutsiders(request);
    return { visitor: guestNamed(name), counted: countedPeople.guest };
  };
  const admitted = await find();
  return {
    ...admitted,
    readmit: async () => {
      const { visitor } = await find();
      // A session that ended leaves a guest, who may not do what the person may.
      if (visitor.kind !== admitted.visitor.kind) throw personRequired();
    },
  };
}

/** The handshake as doors read requests. Only `auth` holds a key: one in a header or in the address counts for nothing. */
function asRequest(handshake: IncomingMessage, apiKey: string | undefined): Request {
  const { authorization: _dropped, ...headers } = handshake.headers;
  return {
    headers: apiKey === undefined ? headers : { ...headers, authorization: `Bearer ${apiKey}` },
    method: 'GET',
    socket: handshake.socket,
  } as unknown as Request;
}
