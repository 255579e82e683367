import { createHash } from 'node:crypto';
import { type HookTaken, taskSignal } from '@salience/contracts';
import { findInbound, type HookDoor as Hook, type TakenIn } from '@salience/database/inlets';
import { SalienceError } from '@salience/errors';
import { takeInMessage } from '@salience/intake';
import { hint, wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent } from '@salience/telemetry';
import { sentAtProblem } from '@salience/trust';
import type { Request } from 'express';
import { httpProblem } from '../http/problems.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { RouteContext } from '../http/route.ts';
import { type HookMessage, readHookMessage } from './hook-message.ts';
import { readSignedHeaders, type SignedHeaders, whoSigned } from './signed-headers.ts';

/** Bytes of a body at most. */
export const hookBytesMax = 64 * 1024;
/** How far the time of a message may be from the business time here, in milliseconds. */
const toleranceMs = 300_000;
/** When a sender who came too often may come again, in seconds. */
const retrySeconds = '60';
const approvalMs = 86_400_000;

const headersExpected =
  'Expected the headers of Standard Webhooks: webhook-id (1 to 255 visible characters), webhook-timestamp (seconds since 1970) and webhook-signature (v1,<base64>, several with spaces between).';

/** Every way in which a message of a known hook is turned away: what is noted, and what its sender is told. */
const refusals = {
  'too-large': [
    413,
    'hook.too-large',
    `Expected a body of at most ${hookBytesMax / 1024} KiB. Send less at once.`,
  ],
  type: [415, 'body.type', 'Expected a body of type application/json.'],
  encoding: [
    415,
    'body.encoding',
    'Expected a body without Content-Encoding: the signature is over its bytes.',
  ],
  'bad-headers': [400, 'hook.headers', headersExpected],
  unsigned: [400, 'hook.headers', `The message has no signature. ${headersExpected}`],
  late: [
    401,
    'hook.late',
    'The message was signed more than 5 minutes ago. Sign it anew, and check the clock.',
  ],
  early: [
    401,
    'hook.late',
    'The message says to be signed more than 5 minutes in the future. Check the clock.',
  ],
  'bad-signature': [
    401,
    'hook.signature',
    'No signature is by a secret of this hook over "id.timestamp.body". Check the secret, and sign the bytes that are sent.',
  ],
  'bad-body': [422, 'hook.body', 'Expected a JSON object in UTF-8 of at most 32 levels.'],
  'id-reused': [
    409,
    'hook.reused',
    'A message with this webhook-id and another body came before. Send a new id with a new message.',
  ],
} as const satisfies Record<string, readonly [status: number, code: string, detail: string]>;

/** How the rows of these name their reason. */
const noted = { type: 'bad-headers', encoding: 'bad-headers' } as const;

/** A message whose signature held. */
interface Signed {
  readonly headers: SignedHeaders;
  readonly bytes: Buffer;
  readonly secret: 'current' | 'old';
  readonly contentHash: string;
}

/**
 * Takes in what was sent to a hook: resolves when it is committed, with the task that it is (laws 2 and 4). Throws the problem that says why it was
 * not taken in; from the signature on that is its sender's, before it could be anybody's, and each is noted with its reason.
 */
export async function takeInHook(context: RouteContext, request: Request, id: string): Promise<HookTaken> {
  const now = await context.clock.now();
  const hook = await context.hookDoor.find(request, id, now);
  if (hook === undefined) throw httpProblem(404, 'hook.unknown', 'Nothing has this id.');
  if (hook.state === 'paused')
    throw httpProblem(409, 'hook.paused', 'This hook is paused, and takes nothing in until it is resumed.');
  annotateSpan({ [attributeKeys.agentId]: hook.agentId });
  const signed = await readSigned(context, request, hook, now);
  const message = readHookMessage(signed.bytes);
  if (message === undefined) throw await refusal(context, hook, 'bad-body', now, signed.contentHash);
  const taken = await takeInMessage(
    { db: context.db, now, approvalMs: context.approvalMs ?? approvalMs },
    inletMessage(hook, signed, message),
  );
  return await answerFor(context, hook, { taken, contentHash: signed.contentHash, now });
}

/** Reads a message and checks that a secret of the hook signed it: what costs least first. */
async function readSigned(context: RouteContext, request: Request, hook: Hook, now: Date): Promise<Signed> {
  const refuse = (why: keyof typeof refusals) => refusal(context, hook, why, now);
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > hookBytesMax) throw await refuse('too-large');
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) throw await refuse('type');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw await refuse('encoding');
  const read = readSignedHeaders(headers);
  if (read === 'bad-headers' || read === 'unsigned') throw await refuse(read);
  const problem = sentAtProblem(read.seconds * 1_000, now.getTime(), toleranceMs);
  if (problem !== null) throw await refuse(problem);
  const bytes = await readBytes(request, hookBytesMax);
  if (bytes === undefined) throw await refuse('too-large');
  const secret = whoSigned(read, bytes, { current: hook.secret, old: hook.oldSecret });
  if (secret === undefined) throw await refuse('bad-signature');
  return { headers: read, bytes, secret, contentHash: createHash('sha256').update(bytes).digest('hex') };
}

/** Notes a refusal, and gives the problem to be thrown. One with the hash of its body is of the hook's own sender. */
async function refusal(
  context: RouteContext,
  hook: Hook,
  why: keyof typeof refusals,
  now: Date,
  contentHash: string | null = null,
) {
  const reason = why === 'type' || why === 'encoding' ? noted[why] : why;
  await context.hookDoor.refuse(hook, { reason, signed: contentHash !== null, contentHash, now });
  const [status, code, detail] = refusals[why];
  const headers = status === 401 ? { headers: { 'WWW-Authenticate': 'Webhook realm="salience"' } } : {};
  return httpProblem(status, code, detail, headers);
}

function inletMessage(hook: Hook, { bytes, contentHash, headers, secret }: Signed, message: HookMessage) {
  const { agentId, id, name } = hook;
  const sentAt = new Date(headers.seconds * 1_000).toISOString();
  return {
    agentId,
    kind: 'hook',
    source: `hook:${id}`,
    externalId: headers.id,
    replayKey: null,
    sentKey: null,
    contentHash,
    sender: name,
    fromName: name,
    subject: message.subject,
    text: message.text,
    messageId: null,
    evidence: { kind: 'hook', hookId: id, name, secret, sentAt, bytes: bytes.length },
    isListed: true,
    ceiling: hook.ceiling,
    actionClass: hook.actionClass,
    claimedClass: message.claimed,
    plan: hook.plan,
    rate: { max: hook.perMinute, seconds: 60, refuse: true },
    traceparent: currentTraceparent(),
  } as const satisfies Parameters<typeof takeInMessage>[1];
}

const states = { allow: 'accepted', review: 'waits', reject: 'rejected' } as const;

async function answerFor(
  context: RouteContext,
  hook: Hook,
  { contentHash, now, taken }: { readonly taken: TakenIn; readonly contentHash: string; readonly now: Date },
): Promise<HookTaken> {
  const { agentId } = hook;
  const { inbound } = context.metrics;
  const full = { headers: { 'Retry-After': retrySeconds } };
  switch (taken.status) {
    case 'lost':
      throw new SalienceError('bug.hook-lost', 'Expected a message of a hook to have no mailbox.', {
        kind: 'bug',
      });
    case 'limited':
      inbound.inc({ inlet: 'hook', authorisation: 'reject', reason: 'rate-limited' });
      throw httpProblem(
        429,
        'hook.limit',
        `This hook takes ${hook.perMinute} messages a minute. Send it again later, with the same webhook-id.`,
        full,
      );
    case 'full':
      inbound.inc({ inlet: 'hook', authorisation: 'reject', reason: 'full' });
      throw httpProblem(
        429,
        'task.limit',
        'The agent has as many open tasks as it may have, or as many as it may have of this hook. Send it again later, with the same webhook-id.',
        full,
      );
    case 'duplicate': {
      const first = await findInbound(context.db, agentId, taken.inboundId);
      if (first !== undefined && first.contentHash !== contentHash)
        throw await refusal(context, hook, 'id-reused', now, contentHash);
      return { task_id: taken.taskId, state: states[taken.authorisation], duplicate: true };
    }
    case 'taken': {
      // Committed, but its sender does not know yet: recovery tests crash here.
      await context.fault?.('consumer.hook-committed');
      const { authorisation, reason, taskId, turn } = taken;
      inbound.inc({ inlet: 'hook', authorisation, reason });
      context.log.info(
        { hookId: hook.id, agentId, taskId, authorisation, reason },
        'a message of a hook came in',
      );
      if (taskId !== null) hint(context, taskSignal, taskId);
      if (turn !== null) {
        const { fence, heldBy, threadId } = turn;
        context.signalAccepted(agentId);
        context.background.keep(wake(context, { agentId, threadId, fence, heldBy }));
      }
      return { task_id: taskId, state: states[authorisation], duplicate: false };
    }
  }
}
