import express, { type Express, type Request } from 'express';
import helmet from 'helmet';
import { isLoopback } from '@salience/worker';
import type { ConsumerContext } from './consumer-context.ts';
import { contentPolicy } from './http/content-policy.ts';
import { Door } from './http/door.ts';
import { refuseOutsiders } from './http/loopback.ts';
import { refuseOddRequests } from './http/refuse-odd-requests.ts';
import { RouteTable } from './http/route-table.ts';
import { HookDoor } from './hooks/hook-door.ts';
import { OperatorDoor } from './operator/operator-door.ts';
import { PersonDoor } from './person/person-door.ts';
import type { SocketDoors } from './rooms/admit-socket.ts';
import { allRoutes, pfcRoutes } from './routes/all-routes.ts';

/** The HTTP application: authentication and every route. Sockets use the same doors. */
export function createApp(context: ConsumerContext): {
  app: Express;
  table: RouteTable;
  doors: SocketDoors;
} {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(helmet({ contentSecurityPolicy: contentPolicy, xFrameOptions: { action: 'deny' } }));
  app.use(refuseOddRequests);
  const { db, cacheMs = 5_000, log, metrics } = context;
  const personDoor = new PersonDoor({ db, cacheMs, token: context.personToken });
  const trustsMachine = isLoopback(context.host) && context.keysRequired !== true;
  const doors = { db, cacheMs, trustsMachine, person: personDoor };
  const door = new Door(doors);
  const refuseAnyOutsider = (request: Request): void => {
    if (trustsMachine) refuseOutsiders(request);
  };
  const routes = context.serves === 'pfc' ? pfcRoutes : allRoutes;
  const table = new RouteTable({
    app,
    door,
    context: {
      ...context,
      routes,
      personDoor,
      operatorDoor: new OperatorDoor(doors),
      hookDoor: new HookDoor({ db, log, metrics }),
      refuseOutsiders: refuseAnyOutsider,
    },
    log,
    metrics,
    draining: () => context.draining(),
  });
  table.serve(routes);
  return {
    app,
    table,
    doors: { door, person: personDoor, trustsMachine, refuseOutsiders: refuseAnyOutsider },
  };
}
