import type { Server } from 'node:http';
import { isSalienceError } from '@salience/errors';
import type { Problem } from '@salience/contracts';
import { createSwitchboard, type Switchboard } from '@salience/switchboard';
import type { ConsumerContext } from '../consumer-context.ts';
import { answerOf, httpProblem, problemDocument, type ProblemExtra } from '../http/problems.ts';
import { admitSocket, type SocketDoors } from './admit-socket.ts';
import type { Rooms } from './rooms.ts';

/** Serves rooms over sockets of a server. */
export function openSwitchboard(
  server: Server,
  context: Pick<ConsumerContext, 'log' | 'metrics' | 'queues' | 'switchboard'>,
  doors: SocketDoors,
  rooms: Rooms,
): Switchboard {
  const { log, queues, switchboard: settings } = context;
  const switchboard = createSwitchboard({
    server,
    rooms,
    admit: (request, auth) => admitSocket(doors, request, auth),
    problemOf: (error) => {
      const answer = answerOf(asHttp(error));
      if (answer.status === 500) log.error({ err: error }, 'socket event failed');
      return problemDocument(answer) satisfies Problem;
    },
    signals: queues.signals,
    stream: settings?.stream?.(),
    log,
    ...(settings?.limits === undefined ? {} : { limits: settings.limits }),
  });
  rooms.start(switchboard.tell);
  return switchboard;
}

/** Refusals of the switchboard itself name the status of a route's. */
function asHttp(error: unknown): unknown {
  if (!isSalienceError(error) || typeof error.data['status'] !== 'number') return error;
  const { issues, status } = error.data as { status: number; issues?: NonNullable<ProblemExtra['issues']> };
  return httpProblem(status, error.code, error.message, issues === undefined ? {} : { issues });
}
