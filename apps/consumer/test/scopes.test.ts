import { expect, it } from 'vitest';
import { scopesOf } from '../src/http/scopes.ts';
import { allRoutes } from '../src/routes/all-routes.ts';

/** The routes that a key may use, under the scopes of which it needs one. */
const routes = Map.groupBy(
  allRoutes.filter(({ needs }) => needs === 'machine' || needs === 'person'),
  (route) => scopesOf(route)?.join(' or ') ?? 'none',
);
const under = (scopes: string) =>
  (routes.get(scopes) ?? []).map(({ method, path }) => `${method} ${path}`).sort();

it('what a key may do by talking is this and no more', () => {
  expect(under('talk')).toEqual([
    'DELETE /rooms/:room/floor',
    'DELETE /rooms/:room/queue',
    'POST /api/channels/:room/messages',
    'POST /api/voice/claim',
    'POST /api/voice/lower-hand',
    'POST /api/voice/raise-hand',
    'POST /chat',
    'POST /feedback',
    'POST /messages',
    'POST /rooms/:room/messages',
    'POST /rooms/:room/queue',
    'POST /turns/:turn/cancel',
    'POST /v1/chat/completions',
  ]);
  expect(under('read or talk')).toEqual([
    'GET /turns/:turn',
    'GET /turns/:turn/events',
    'GET /v1/models',
    'GET /v1/models/:model',
  ]);
});

it('a key that reads changes nothing, and everything else that changes something takes one that manages', () => {
  expect(under('read').filter((name) => !name.startsWith('GET '))).toEqual(['POST /memory/forget']);
  expect(under('manage').filter((name) => name.startsWith('GET '))).toEqual([]);
  expect(under('remember')).toEqual(['POST /memory/import']);
  expect(under('none')).toEqual(['POST /mcp']);
  expect([...routes.keys()].sort()).toEqual(['manage', 'none', 'read', 'read or talk', 'remember', 'talk']);
});
