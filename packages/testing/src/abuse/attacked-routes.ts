/**
 * Who may use a route on this machine: anybody at all, whoever is on the machine, its person (or the holder of a key), or an
 * operator.
 */
export type Needs = 'nothing' | 'machine' | 'person' | 'operator';

/** One way into consumer that hostile requests are made for. */
export interface AttackedRoute {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** As the route table writes it, parameters as `:name`. */
  readonly path: string;
  readonly needs: Needs;
  /** What a body would have to be like to be taken; without it bodies are of no kind at all. */
  readonly takes?: 'approval' | 'completion' | 'message' | 'reminder';
  /** Served by an application that is not ours: its answers have forms of their own, but break nothing. */
  readonly foreign?: true;
}

const get = (path: string, needs: Needs = 'machine'): AttackedRoute => ({ method: 'GET', path, needs });
const post = (path: string, takes?: AttackedRoute['takes'], needs: Needs = 'machine'): AttackedRoute => ({
  method: 'POST',
  path,
  needs,
  ...(takes === undefined ? {} : { takes }),
});

/** Every route of consumer. A test of consumer holds this equal to its route table, so a new route is attacked too. */
export const attackedRoutes: readonly AttackedRoute[] = [
  post('/chat', 'message'),
  post('/messages', 'message'),
  get('/turns/:turn'),
  get('/turns/:turn/events'),
  post('/turns/:turn/cancel'),
  get('/turns/:turn/why'),
  get('/turns/:turn/replay'),
  post('/v1/chat/completions', 'completion'),
  get('/v1/models'),
  get('/v1/models/:model'),
  get('/threads'),
  get('/threads/:thread'),
  get('/threads/:thread/messages'),
  get('/memory/search'),
  get('/memory/items/:item'),
  post('/memory/forget', undefined, 'person'),
  get('/memory/forget/:request'),
  get('/memory/export', 'person'),
  post('/memory/retry-failed', undefined, 'person'),
  get('/memory/audit'),
  get('/memory/autobiography'),
  get('/reminders'),
  post('/reminders', 'reminder'),
  { method: 'DELETE', path: '/reminders/:reminder', needs: 'machine' },
  get('/agents/me'),
  get('/approvals'),
  get('/approvals/:approval'),
  post('/approvals/:approval', 'approval', 'person'),
  get('/dead-letters'),
  post('/dead-letters/:letter/retry', undefined, 'person'),
  post('/dead-letters/:letter/drop', undefined, 'person'),
  get('/operator/fleet', 'operator'),
  get('/operator/events', 'operator'),
  get('/operator/dead-letters', 'operator'),
  post('/operator/dead-letters/retry', undefined, 'operator'),
  post('/operator/dead-letters/drop', undefined, 'operator'),
  post('/operator/dead-letters/:letter/retry', undefined, 'operator'),
  post('/operator/dead-letters/:letter/drop', undefined, 'operator'),
  get('/operator/quarantine', 'operator'),
  post('/operator/quarantine/:turn/retry', undefined, 'operator'),
  post('/operator/quarantine/:turn/drop', undefined, 'operator'),
  get('/operator/audit', 'operator'),
  get('/operator/session', 'nothing'),
  post('/operator/session', undefined, 'nothing'),
  { method: 'DELETE', path: '/operator/session', needs: 'nothing' },
  get('/operator/sign-in', 'nothing'),
  get('/session', 'nothing'),
  post('/session', undefined, 'nothing'),
  { method: 'DELETE', path: '/session', needs: 'nothing' },
  post('/session/codes', undefined, 'person'),
  ...(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const).map((method) => ({
    method,
    path: '/operator/board',
    needs: 'operator' as const,
    foreign: true as const,
  })),
  get('/workers', 'operator'),
  get('/queues', 'operator'),
  get('/metrics', 'operator'),
  get('/health', 'nothing'),
  get('/ready', 'nothing'),
  get('/', 'nothing'),
  get('/docs', 'nothing'),
  get('/openapi.json', 'nothing'),
  get('/assets/:file', 'nothing'),
];
