import {
  type AgentKeyView,
  agentKeyViewSchema,
  agentRefSchema,
  emptyBodySchema,
  idSchema,
  type MadeKeyView,
  madeKeyViewSchema,
  newAgentKeySchema,
  newOperatorKeySchema,
  type OperatorKeyView,
  operatorKeyViewSchema,
  pageSchema,
  type RevokedKeyView,
  revokedKeyViewSchema,
  type RotatedKeyView,
  rotatedKeyViewSchema,
  rotateKeySchema,
} from '@salience/contracts';
import type { Database } from '@salience/database';
import {
  type ApiKeyRow,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@salience/database/agents';
import {
  createOperatorKey,
  listOperatorKeys,
  type OperatorKeyRow,
  revokeOperatorKey,
  rotateOperatorKey,
  type ShownOperatorKey,
} from '@salience/database/operators';
import { operatorRoute, type Route } from '../../http/route.ts';
import { changeKey, dateOf, keyProblems, keyUnknown } from '../change-key.ts';
import { requireAgent } from '../require-agent.ts';

/** How keys of an agent, or of operators, are changed by their id. */
interface KeyRoutes {
  readonly at: string;
  readonly id: 'apiKey' | 'operatorKey';
  readonly rotate: (
    db: Database,
    id: string,
    how: ShownOperatorKey & { readonly overlapMs: number },
  ) => Promise<{ readonly id: string; readonly key: string; readonly oldExpiresAt: Date } | undefined>;
  readonly revoke: (db: Database, id: string, by: ShownOperatorKey) => Promise<boolean>;
}
const agentKeys: KeyRoutes = {
  at: '/operator/agent-keys',
  id: 'apiKey',
  rotate: rotateApiKey,
  revoke: revokeApiKey,
};
const operatorKeys: KeyRoutes = {
  at: '/operator/keys',
  id: 'operatorKey',
  rotate: rotateOperatorKey,
  revoke: revokeOperatorKey,
};

/** GET /operator/agents/:agent/keys: keys of an agent, latest first. */
export const getAgentKeys = operatorRoute({
  method: 'GET',
  path: '/operator/agents/:agent/keys',
  does: 'Keys of an agent, latest first',
  params: { agent: agentRefSchema },
  answers: { 200: { is: 'One page with all keys, revoked ones too.', json: pageSchema(agentKeyViewSchema) } },
  problems: { 404: ['agent.unknown'] },
  handle: async (context, { params, response }) => {
    const { id } = await requireAgent(context.db, params.agent);
    const keys = await listApiKeys(context.db, id);
    response.json({ items: keys.map(agentKeyView), next: null });
  },
});

/** POST /operator/agents/:agent/keys: makes a key of an agent. */
export const postAgentKey = operatorRoute({
  method: 'POST',
  path: '/operator/agents/:agent/keys',
  does: 'Create a key of an agent',
  params: { agent: agentRefSchema },
  body: newAgentKeySchema,
  answers: { 201: { is: 'The key. It is shown this once.', json: madeKeyViewSchema } },
  problems: { ...keyProblems, 404: ['agent.unknown'], 422: ['key.expires-before-now'] },
  handle: async (context, { body, operator, params, response }) => {
    const { id } = await requireAgent(context.db, params.agent);
    const { expires_at: expires, label, rules } = body;
    const made = await changeKey(operator, (by) =>
      createApiKey(context.db, id, label, { ...by, rules, expiresAt: dateOf(expires) }),
    );
    const view: MadeKeyView = { key_id: made.id, key: made.key };
    response.status(201).json(view);
  },
});

/** POST /operator/agent-keys/:key/rotate. */
export const postRotateAgentKey = rotating(
  agentKeys,
  'Replace a key of an agent by another one with the same rules',
);
/** POST /operator/agent-keys/:key/revoke. */
export const postRevokeAgentKey = revoking(agentKeys, 'Revoke a key of an agent');

/** GET /operator/keys: operator keys, latest first. */
export const getOperatorKeys = operatorRoute({
  method: 'GET',
  path: '/operator/keys',
  does: 'Operator keys, latest first',
  answers: {
    200: { is: 'One page with all keys, revoked ones too.', json: pageSchema(operatorKeyViewSchema) },
  },
  handle: async (context, { response }) => {
    const keys = await listOperatorKeys(context.db);
    response.json({ items: keys.map(operatorKeyView), next: null });
  },
});

/** POST /operator/keys: makes an operator key, for whoever has one: the first is made in the database. */
export const postOperatorKey = operatorRoute({
  method: 'POST',
  path: '/operator/keys',
  does: 'Create an operator key',
  more: 'The first one is made in the database, by "salience operator key create".',
  body: newOperatorKeySchema,
  answers: { 201: { is: 'The key. It is shown this once.', json: madeKeyViewSchema } },
  problems: { ...keyProblems, 409: ['operator.first-key'], 422: ['key.expires-before-now'] },
  handle: async (context, { body, operator, response }) => {
    const { expires_at: expires, name } = body;
    const made = await changeKey(operator, (by) =>
      createOperatorKey(context.db, name, { ...by, expiresAt: dateOf(expires) }),
    );
    const view: MadeKeyView = { key_id: made.id, key: made.key };
    response.status(201).json(view);
  },
});

/** POST /operator/keys/:key/rotate. */
export const postRotateOperatorKey = rotating(
  operatorKeys,
  'Replace an operator key by another one of the same name',
);
/** POST /operator/keys/:key/revoke. */
export const postRevokeOperatorKey = revoking(
  operatorKeys,
  'Revoke an operator key and its browser sessions',
);

/** The problems of a change of a key that is there. */
function changed(id: KeyRoutes['id']) {
  return {
    ...keyProblems,
    404: ['key.unknown'],
    ...(id === 'operatorKey' ? { 409: ['operator.first-key'] } : {}),
  };
}

/** A new key in the place of another, which stays good for a while. */
function rotating({ at, id, rotate }: KeyRoutes, does: string): Route {
  return operatorRoute({
    method: 'POST',
    path: `${at}/:key/rotate`,
    does,
    params: { key: idSchema(id) },
    body: rotateKeySchema,
    answers: { 201: { is: 'The new key. It is shown this once.', json: rotatedKeyViewSchema } },
    problems: changed(id),
    handle: async (context, { body, operator, params, response }) => {
      const made = await changeKey(operator, (by) =>
        rotate(context.db, params.key, { ...by, overlapMs: body.overlap_ms }),
      );
      if (made === undefined) throw keyUnknown();
      const view: RotatedKeyView = {
        key_id: made.id,
        key: made.key,
        old_expires_at: made.oldExpiresAt.toISOString(),
      };
      response.status(201).json(view);
    },
  });
}

/** A key that opens nothing any more. */
function revoking({ at, id, revoke }: KeyRoutes, does: string): Route {
  return operatorRoute({
    method: 'POST',
    path: `${at}/:key/revoke`,
    does,
    params: { key: idSchema(id) },
    body: emptyBodySchema,
    bodyOptional: true,
    answers: { 200: { is: 'The key is revoked.', json: revokedKeyViewSchema } },
    problems: changed(id),
    handle: async (context, { operator, params, response }) => {
      const revoked = await changeKey(operator, (by) => revoke(context.db, params.key, by));
      if (!revoked) throw keyUnknown();
      const view: RevokedKeyView = { key_id: params.key, revoked: true };
      response.json(view);
    },
  });
}

function agentKeyView({ label, rules, ...key }: ApiKeyRow): AgentKeyView {
  return { key_id: key.id, label, rules, ...shownKey(key) };
}

function operatorKeyView({ name, ...key }: OperatorKeyRow): OperatorKeyView {
  return { key_id: key.id, name, ...shownKey(key) };
}

function shownKey({ createdAt, expiresAt, hint, revokedAt }: Omit<OperatorKeyRow, 'id' | 'name'>) {
  return {
    hint,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}
