/** One way into consumer that hostile requests are made for. */
export interface AttackedRoute {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** As the route table writes it, parameters as `:name`. */
  readonly path: string;
  /** What a body would have to be like to be taken; without it bodies are of no kind at all. */
  readonly takes?: 'approval' | 'completion' | 'message' | 'reminder';
  /** Served by an application that is not ours: its answers have forms of their own, but break nothing. */
  readonly foreign?: true;
}

const get = (path: string): AttackedRoute => ({ method: 'GET', path });
const post = (path: string, takes?: AttackedRoute['takes']): AttackedRoute => ({
  method: 'POST',
  path,
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
  post('/memory/forget'),
  get('/memory/forget/:request'),
  get('/memory/export'),
  post('/memory/retry-failed'),
  get('/memory/audit'),
  get('/memory/autobiography'),
  get('/reminders'),
  post('/reminders', 'reminder'),
  { method: 'DELETE', path: '/reminders/:reminder' },
  get('/agents/me'),
  get('/approvals'),
  get('/approvals/:approval'),
  post('/approvals/:approval', 'approval'),
  get('/dead-letters'),
  post('/dead-letters/:letter/retry'),
  post('/dead-letters/:letter/drop'),
  get('/operator/fleet'),
  get('/operator/events'),
  get('/operator/dead-letters'),
  post('/operator/dead-letters/retry'),
  post('/operator/dead-letters/drop'),
  post('/operator/dead-letters/:letter/retry'),
  post('/operator/dead-letters/:letter/drop'),
  get('/operator/quarantine'),
  post('/operator/quarantine/:turn/retry'),
  post('/operator/quarantine/:turn/drop'),
  get('/operator/audit'),
  get('/operator/session'),
  post('/operator/session'),
  { method: 'DELETE', path: '/operator/session' },
  get('/operator/sign-in'),
  ...(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const).map((method) => ({
    method,
    path: '/operator/board',
    foreign: true as const,
  })),
  get('/workers'),
  get('/queues'),
  get('/metrics'),
  get('/health'),
  get('/ready'),
  get('/'),
  get('/docs'),
  get('/openapi.json'),
  get('/assets/:file'),
];
