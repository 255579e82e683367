import express, { type Express } from 'express';
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
import { allRoutes } from './routes/all-routes.ts';

/** The HTTP application: authentication and every route. */
export function createApp(context: ConsumerContext): { app: Express; table: RouteTable } {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(helmet({ contentSecurityPolicy: contentPolicy, xFrameOptions: { action: 'deny' } }));
  app.use(refuseOddRequests);
  const { db, cacheMs = 5_000, log, metrics } = context;
  const personDoor = new PersonDoor({ db, cacheMs, token: context.personToken });
  const trustsMachine = isLoopback(context.host) && context.keysRequired !== true;
  const doors = { db, cacheMs, trustsMachine, person: personDoor };
  const table = new RouteTable({
    app,
    door: new Door(doors),
    context: {
      ...context,
      routes: allRoutes,
      personDoor,
      operatorDoor: new OperatorDoor(doors),
      hookDoor: new HookDoor({ db, log, metrics }),
      refuseOutsiders: (request) => {
        if (trustsMachine) refuseOutsiders(request);
      },
    },
    log,
    metrics,
    draining: () => context.draining(),
  });
  table.serve(allRoutes);
  return { app, table };
}
