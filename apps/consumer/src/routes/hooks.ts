import { newSigningSecret } from '@salience/channels';
import {
  addedHookSchema,
  hookRequestSchema,
  hookTakenSchema,
  type HookView,
  hookViewSchema,
  idSchema,
  pageSchema,
  type RotatedHook,
  rotatedHookSchema,
} from '@salience/contracts';
import { addHook, type HookRow, listHooks, rotateHookSecret, setHookState } from '@salience/database/inlets';
import type { Request } from 'express';
import { hookBytesMax, takeInHook } from '../hooks/take-in-hook.ts';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute, openRoute } from '../http/route.ts';
import { chosenPlan } from '../turns/chosen-plan.ts';

const params = { hook: idSchema('hook') };
const tag = 'Turns';
const hooksMax = 50;
/** How long the secret before signs too, in milliseconds. */
const overlapMs = 86_400_000;

/** GET /hooks: by name. */
export const getHooks = callerRoute({
  method: 'GET',
  path: '/hooks',
  needs: 'person',
  does: 'Hooks through which programs send messages in, by name',
  tag,
  answers: { 200: { is: 'All of them; at most 50.', json: pageSchema(hookViewSchema) } },
  handle: async (context, { caller, response }) => {
    const now = await context.clock.now();
    const rows = await listHooks(context.db, caller.agent.id);
    response.json({ items: rows.map((row) => hookView(row, now)), next: null });
  },
});

/** POST /hooks. */
export const postHook = callerRoute({
  method: 'POST',
  path: '/hooks',
  needs: 'person',
  does: 'Add a hook: an address to which a program sends signed messages, each of which becomes a task',
  more: '"action" is what its messages ask for at least, "ceiling" what whoever signs with its secret counts as. Messages are signed by Standard Webhooks.',
  tag,
  body: hookRequestSchema,
  answers: { 201: { is: 'The hook. Its secret is shown here alone.', json: addedHookSchema } },
  problems: { 409: ['hook.exists', 'hook.max'], 422: ['plan.invalid'] },
  handle: async (context, { body, caller, response }) => {
    const now = await context.clock.now();
    const agentId = caller.agent.id;
    const plan = body.plan === undefined ? null : chosenPlan(body.plan);
    if ((await listHooks(context.db, agentId)).length >= hooksMax)
      throw httpProblem(409, 'hook.max', `This agent has ${hooksMax} hooks. Remove one first.`);
    const secret = newSigningSecret();
    const row = await addHook(context.db, {
      agentId,
      name: body.name,
      secret,
      actionClass: body.action,
      ceiling: body.ceiling,
      plan,
      perMinute: body.per_minute,
      createdAt: now,
    });
    if (row === null)
      throw httpProblem(409, 'hook.exists', 'This agent has a hook of this name. Choose another name.');
    response
      .status(201)
      .location(`/hooks/${row.id}`)
      .json({ ...hookView(row, now), secret });
  },
});

/** GET /hooks/:hook. */
export const getHook = callerRoute({
  method: 'GET',
  path: '/hooks/:hook',
  needs: 'person',
  does: 'A hook',
  tag,
  params,
  answers: { 200: { is: 'The hook.', json: hookViewSchema } },
  problems: { 404: ['hook.unknown'] },
  handle: async (context, { caller, params: { hook }, response }) => {
    const [row] = await listHooks(context.db, caller.agent.id, hook);
    response.json(hookView(known(row), await context.clock.now()));
  },
});

/** POST /hooks/:hook/rotate: another secret. */
export const postHookRotate = callerRoute({
  method: 'POST',
  path: '/hooks/:hook/rotate',
  needs: 'person',
  does: 'Give a hook another secret',
  more: 'For 24 hours the one before signs too. A secret that was replaced before signs no more.',
  tag,
  params,
  answers: { 200: { is: 'The secret. It is shown here alone.', json: rotatedHookSchema } },
  problems: { 404: ['hook.unknown'] },
  handle: async (context, { caller, params: { hook: id }, response }) => {
    const secret = newSigningSecret();
    const until = new Date((await context.clock.now()).getTime() + overlapMs);
    if (!(await rotateHookSecret(context.db, { agentId: caller.agent.id, id, secret, until })))
      throw unknownHook();
    const view: RotatedHook = { hook_id: id, secret, old_signs_until: until.toISOString() };
    response.json(view);
  },
});

/** POST /hooks/:hook/pause: takes nothing in until it is resumed; safe to repeat. */
export const postHookPause = callerRoute({
  method: 'POST',
  path: '/hooks/:hook/pause',
  needs: 'person',
  does: 'Pause a hook: what is sent to it is refused',
  tag,
  params,
  answers: { 200: { is: 'The hook, paused; safe to repeat.', json: hookViewSchema } },
  problems: { 404: ['hook.unknown'] },
  handle: async (context, { caller, params: { hook }, response }) => {
    response.json(await changed(context, caller, hook, 'paused'));
  },
});

/** POST /hooks/:hook/resume; safe to repeat. */
export const postHookResume = callerRoute({
  method: 'POST',
  path: '/hooks/:hook/resume',
  needs: 'person',
  does: 'Resume a hook',
  tag,
  params,
  answers: { 200: { is: 'The hook, active; safe to repeat.', json: hookViewSchema } },
  problems: { 404: ['hook.unknown'] },
  handle: async (context, { caller, params: { hook }, response }) => {
    response.json(await changed(context, caller, hook, 'active'));
  },
});

/** DELETE /hooks/:hook: with its secrets. What came in through it stays. */
export const deleteHook = callerRoute({
  method: 'DELETE',
  path: '/hooks/:hook',
  needs: 'person',
  does: 'Remove a hook, with its secrets; what came in through it stays',
  tag,
  params,
  answers: { 200: { is: 'The hook as it was, removed.', json: hookViewSchema } },
  problems: { 404: ['hook.unknown'] },
  handle: async (context, { caller, params: { hook }, response }) => {
    response.json(await changed(context, caller, hook, 'removed'));
  },
});

/** POST /hooks/:hook/in: a message from a program. Its signature is the authentication, so it may come from any host. */
export const postHookIn = openRoute({
  method: 'POST',
  path: '/hooks/:hook/in',
  does: 'Send a message in through a hook, signed by Standard Webhooks',
  more: 'The message becomes a task: at once, after a person’s yes, or turned away, as the policy says. "text" of the body is what it says, else the whole body is; "subject", "title" or "type" is its title; "requested_action" may name a graver action class than that of the hook. A message is a task once per webhook-id, however often it is sent. Everything that is turned away is listed with its reason by GET /inbound.',
  tag,
  traced: true,
  params,
  headers: {
    'webhook-id':
      'What the sender calls the message: 1 to 255 visible characters, the same each time that it is sent.',
    'webhook-timestamp': 'When it is sent, in seconds since 1970; at most 5 minutes from now.',
    'webhook-signature':
      'v1,<base64 of HMAC-SHA256 over "id.timestamp.body"> with the bytes behind whsec_ as key; several with spaces between.',
  },
  rawBody: `A JSON object of at most ${hookBytesMax / 1024} KiB, not compressed. The signature is over its bytes.`,
  answers: { 202: { is: 'The message is committed, with its task.', json: hookTakenSchema } },
  problems: {
    400: ['hook.headers', 'body.aborted'],
    401: ['hook.signature', 'hook.late'],
    403: ['origin.refused'],
    404: ['hook.unknown'],
    409: ['hook.paused', 'hook.reused'],
    413: ['hook.too-large', 'body.too-large'],
    415: ['body.type', 'body.encoding'],
    422: ['hook.body'],
    429: ['hook.limit', 'task.limit', 'key.throttled'],
    503: ['database.unavailable'],
  },
  guard: (_context, request) => refuseBrowsers(request),
  handle: async (context, { params: { hook }, request, response }) => {
    response.status(202).json(await takeInHook(context, request, hook));
  },
});

/** A program has no Origin; a web page cannot leave it out. */
function refuseBrowsers({ headers }: Request): void {
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return;
  throw httpProblem(
    403,
    'origin.refused',
    'A hook takes messages of programs, not of web pages. Send it from your own server, without Origin.',
  );
}

async function changed(
  context: ConsumerContext,
  caller: Caller,
  id: string,
  state: HookRow['state'],
): Promise<HookView> {
  const now = await context.clock.now();
  return hookView(known(await setHookState(context.db, caller.agent.id, id, { now, state })), now);
}

function known(row: HookRow | undefined): HookRow {
  if (row === undefined) throw unknownHook();
  return row;
}

function unknownHook() {
  return httpProblem(404, 'hook.unknown', 'This agent has no hook with this id. GET /hooks lists them.');
}

function hookView(row: HookRow, now: Date): HookView {
  const { oldSecretUntil: until } = row;
  return {
    hook_id: row.id,
    name: row.name,
    path: `/hooks/${row.id}/in`,
    state: row.state,
    action: row.actionClass,
    ceiling: row.ceiling,
    plan: row.plan,
    per_minute: row.perMinute,
    created_at: row.createdAt.toISOString(),
    old_secret_until: row.state !== 'removed' && until !== null && until > now ? until.toISOString() : null,
  };
}
