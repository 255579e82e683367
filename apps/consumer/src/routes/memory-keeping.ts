import { once } from 'node:events';
import {
  emptyBodySchema,
  forgetRequestSchema,
  type ForgettingView,
  idSchema,
  type KeptItemView,
  keptKinds,
  type MemoryAuditView,
  memoryExportQuerySchema,
  memoryKindSchema,
  type MemoryItemView,
  type RetriedMemory,
} from '@salience/contracts';
import {
  findKept,
  findTombstone,
  type ForgetRequestRow,
  type KeptItem,
  listDerived,
  listKept,
  loadAuditSample,
  loadFailedReasons,
  loadForgetting,
  loadTurns,
  requestForgetting,
  retryFailedMemory,
  useMemories,
} from '@salience/database';
import { auditSample } from '@salience/memory';
import { carryOutForgetting } from '@salience/runtime';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { readParam, readQuery } from '../http/read-input.ts';
import { type Handler, withBody } from '../http/route-table.ts';
import { resolveThread } from './threads.ts';

/** How long a caller waits for what is to be forgotten; the scheduler does the rest. */
const patienceMs = 10_000;
/** Longer than any job that could still hold what it read before, its tries included. */
const watchSeconds = 900;
const pageRows = 200;
/** Items of each kind in one audit. */
const auditRows = 1_000;
const sourcesShown = 50;
const noFault = (): Promise<void> => Promise.resolve();
const itemIdSchema = z.string().regex(/^[a-z]+_[0-9a-f]{32}$/, 'expected an id like fact_0193…');

/** GET /memory/items/:item: an item with what it rests on and what was made of it. Looking at it counts as its use. */
export function getMemoryItem(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const id = readParam(request, 'item', itemIdSchema);
    const agentId = caller.agent.id;
    const item = await findKept(context.db, agentId, id);
    if (item === undefined) throw await notKept(context, caller, id);
    const [sources, derived] = await Promise.all([
      Promise.all(item.sources.slice(0, sourcesShown).map((source) => findKept(context.db, agentId, source))),
      listDerived(context.db, agentId, id),
    ]);
    if (memoryKindSchema.safeParse(item.kind).success)
      await useMemories(context.db, agentId, [item], await context.clock.now());
    const view: MemoryItemView = {
      item: keptView(item),
      sources: sources.flatMap((source) => (source === undefined ? [] : [keptView(source)])),
      derived: [...derived],
    };
    response.json(view);
  };
}

/**
 * POST /memory/forget: 200 when all of it is gone, 202 while it goes on without the caller. Kept before anything is done, so it
 * is carried out whoever dies.
 */
export function postForget(context: ConsumerContext): Handler {
  return withBody(forgetRequestSchema, async (body, _request, response, caller) => {
    const agentId = caller.agent.id;
    const target = await targetOf(context, caller, body);
    const wish = { agentId, scope: body.scope, target, reason: body.reason, by: caller.name };
    const requestId = await requestForgetting(context.db, { ...wish, now: await context.clock.now() });
    const until = performance.now() + patienceMs;
    const { clock, db, fault = noFault, queues } = context;
    const step = await carryOutForgetting(
      { clock, db, fault, queues },
      { agentId, requestId, watchSeconds, enough: () => performance.now() > until },
    );
    const row = (await loadForgetting(db, agentId, requestId)) as ForgetRequestRow;
    response
      .status(row.goneAt === null ? 202 : 200)
      .location(`/memory/forget/${requestId}`)
      .json(forgettingView(row, step.open));
  });
}

/** GET /memory/forget/:request: where a request to forget stands. */
export function getForgetting(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const id = readParam(request, 'request', idSchema('forgetRequest'));
    const row = await loadForgetting(context.db, caller.agent.id, id);
    if (row === undefined)
      throw httpProblem(404, 'forgetting.unknown', 'This agent has no request to forget with this id.');
    response.json(forgettingView(row, undefined));
  };
}

/**
 * GET /memory/export: everything that is kept, one JSON object a line, sources before what was made of them; the last line is
 * {"kind":"end","items":n}, so a reader knows that it has all of it. Written as fast as it is read.
 */
export function getMemoryExport(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { kind: only } = readQuery(request, memoryExportQuerySchema);
    response.status(200).type('application/x-ndjson');
    let items = 0;
    for (const kind of only === undefined ? keptKinds : [only]) {
      for (let after = '', full = true; full && !response.destroyed; ) {
        const page = await listKept(context.db, caller.agent.id, { kind, after, limit: pageRows });
        await write(request, response, page.map((item) => `${JSON.stringify(keptView(item))}\n`).join(''));
        items += page.length;
        after = page.at(-1)?.id ?? after;
        full = page.length === pageRows;
      }
    }
    response.end(`${JSON.stringify({ kind: 'end', items })}\n`);
  };
}

/** GET /memory/audit: how good what is remembered is. Looked up now, over the latest items of each kind. */
export function getMemoryAudit(context: ConsumerContext): Handler {
  return async (_request, response, caller) => {
    const [sample, reasons] = await Promise.all([
      loadAuditSample(context.db, caller.agent.id, auditRows),
      loadFailedReasons(context.db, caller.agent.id),
    ]);
    const view: MemoryAuditView = { ...auditSample(sample, await context.clock.now()), reasons };
    response.json(view);
  };
}

/** POST /memory/retry-failed: what could not be learned from is offered again; the sweeper sends its jobs. */
export function postRetryFailed(context: ConsumerContext): Handler {
  return withBody(emptyBodySchema, async (_body, _request, response, caller) => {
    const view: RetriedMemory = { counts: await retryFailedMemory(context.db, caller.agent.id) };
    response.json(view);
  });
}

/** What the request names, as the stores know it. Throws 404 for what is not there. */
async function targetOf(
  context: ConsumerContext,
  caller: Caller,
  { scope, target }: { readonly scope: ForgetRequestRow['scope']; readonly target: string },
): Promise<string> {
  if (scope === 'thread') return (await resolveThread(context, caller, target)).id;
  if (scope !== 'item') return target;
  const turn = idSchema('turn').safeParse(target);
  if (turn.success) {
    const [found] = await loadTurns(context.db, caller.agent.id, [turn.data]);
    if (found !== undefined) return target;
  } else if ((await findKept(context.db, caller.agent.id, target)) !== undefined) return target;
  throw await notKept(context, caller, target);
}

async function notKept(context: ConsumerContext, caller: Caller, id: string) {
  const stone = await findTombstone(context.db, caller.agent.id, id);
  if (stone !== undefined)
    return httpProblem(410, 'item.forgotten', `This was forgotten at ${stone.forgottenAt.toISOString()}.`);
  return httpProblem(404, 'item.unknown', 'This agent keeps nothing with this id.');
}

async function write(request: Request, response: Response, text: string): Promise<void> {
  if (request.method === 'HEAD' || text === '' || response.destroyed) return;
  if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

function keptView(item: KeptItem): KeptItemView {
  return { ...item, at: new Date(item.at).toISOString(), sources: [...item.sources] };
}

function forgettingView(row: ForgetRequestRow, open: number | undefined): ForgettingView {
  return {
    forget_id: row.id,
    scope: row.scope,
    state: row.state,
    reason: row.reason,
    requested_at: row.requestedAt.toISOString(),
    gone_at: row.goneAt?.toISOString() ?? null,
    ...(open === undefined ? {} : { open_turns: open }),
    counts: { ...row.counts },
  };
}
