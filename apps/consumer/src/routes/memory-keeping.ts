import { once } from 'node:events';
import {
  emptyBodySchema,
  type ForgetPreviewView,
  forgetPreviewSchema,
  forgetRequestSchema,
  type ForgettingView,
  forgettingViewSchema,
  idSchema,
  type ImportedMemory,
  importedMemorySchema,
  type KeptItemView,
  keptKinds,
  lowestTrust,
  type MemoryAuditView,
  memoryAuditQuerySchema,
  memoryAuditViewSchema,
  memoryExportQuerySchema,
  memoryExportVersion,
  type MemoryImport,
  memoryImportSchema,
  memoryItemQuerySchema,
  memoryKindSchema,
  type MemoryItemView,
  memoryItemViewSchema,
  type RetriedMemory,
  retriedMemorySchema,
} from '@salience/contracts';
import {
  findKept,
  findTombstone,
  importSaid,
  type ForgetPreview,
  type ForgetRequestRow,
  type KeptItem,
  listDerived,
  listKept,
  loadAuditSample,
  loadFailedReasons,
  loadForgetting,
  type PreviewedTurn,
  previewForgetting,
  requestForgetting,
  retryFailedMemory,
  type SaidElsewhere,
} from '@salience/database/keeping';
import { useMemories } from '@salience/database/recall';
import { loadTurns } from '@salience/database/turns';
import { auditSample } from '@salience/memory';
import { carryOutForgetting } from '@salience/runtime';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { requireScope } from '../http/scopes.ts';
import { httpProblem } from '../http/problems.ts';
import { resolveThread } from './threads.ts';

/** How long a request waits for forgetting to complete; scheduler does the rest. */
const patienceMs = 10_000;
/** Longer than any job that could still hold data it read before, retries included. */
const watchSeconds = 900;
const pageRows = 200;
const sourcesShown = 50;
const noFault = (): Promise<void> => Promise.resolve();
const itemIdSchema = z.string().regex(/^[a-z]+_[0-9a-f]{32}$/, 'expected an id like fact_0193…');

const gone = { 404: ['item.unknown'], 410: ['item.forgotten'] };

/** GET /memory/items/:item: an item with its sources and what was made from it. Counts as access. */
export const getMemoryItem = callerRoute({
  method: 'GET',
  path: '/memory/items/:item',
  needs: 'machine',
  does: 'An item of memory with its sources and what was made from it',
  tag: 'Memory',
  more: 'Reading an item counts as access, unless `peek` is true; searching does not.',
  params: { item: itemIdSchema },
  query: memoryItemQuerySchema,
  answers: { 200: { is: 'The item.', json: memoryItemViewSchema } },
  problems: gone,
  handle: async (context, { caller, params, query, response }) => {
    const id = params.item;
    const agentId = caller.agent.id;
    const item = await findKept(context.db, agentId, id);
    if (item === undefined) throw await notKept(context, caller, id);
    const [sources, derived] = await Promise.all([
      Promise.all(item.sources.slice(0, sourcesShown).map((source) => findKept(context.db, agentId, source))),
      listDerived(context.db, agentId, id),
    ]);
    if (query.peek === 'false' && memoryKindSchema.safeParse(item.kind).success)
      await useMemories(context.db, agentId, [item], await context.clock.now());
    const view: MemoryItemView = {
      item: keptView(item),
      sources: sources.flatMap((source) => (source === undefined ? [] : [keptView(source)])),
      derived: [...derived],
    };
    response.json(view);
  },
});

/**
 * POST /memory/forget: 200 when forgetting is complete, 202 while it continues without the caller. The request is committed before
 * any work, so a crash does not lose it.
 */
export const postForget = callerRoute({
  method: 'POST',
  path: '/memory/forget',
  scope: 'read',
  needs: 'person',
  does: 'Forget an item, a thread, a source, a period or a person, and everything made from it',
  tag: 'Memory',
  more: 'The request is stored first and is completed even if this server stops. Only tombstones remain: that something was forgotten, when, and at whose request. With `dry_run` it says what would go and why, and writes nothing.',
  body: forgetRequestSchema,
  answers: {
    200: {
      is: 'Everything was forgotten; with `dry_run`, what would be.',
      json: z.union([forgettingViewSchema, forgetPreviewSchema]),
      headers: { Location: 'The state of the request; none with `dry_run`.' },
    },
    202: {
      is: 'Forgetting continues.',
      json: forgettingViewSchema,
      headers: { Location: 'The state of the request.' },
    },
  },
  problems: { 404: [...gone[404], 'thread.unknown'], 410: gone[410], 422: ['thread.bad-id'] },
  handle: async (context, { body, caller, response }) => {
    const agentId = caller.agent.id;
    const target = await targetOf(context, caller, body);
    const whom = { agentId, scope: body.scope, target, alsoNamed: body.names ?? [] };
    if (body.dry_run) {
      const now = await context.clock.now();
      response.json(previewView(body.scope, await previewForgetting(context.db, { ...whom, now })));
      return;
    }
    requireScope(caller, ['manage']);
    const wish = { ...whom, reason: body.reason, by: caller.name };
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
  },
});

/** GET /memory/forget/:request: the state of a forget request. */
export const getForgetting = callerRoute({
  method: 'GET',
  path: '/memory/forget/:request',
  needs: 'machine',
  does: 'The state of a forget request',
  tag: 'Memory',
  params: { request: idSchema('forgetRequest') },
  answers: { 200: { is: 'The request, without the forgotten content.', json: forgettingViewSchema } },
  problems: { 404: ['forgetting.unknown'] },
  handle: async (context, { caller, params, response }) => {
    const id = params.request;
    const row = await loadForgetting(context.db, caller.agent.id, id);
    if (row === undefined)
      throw httpProblem(404, 'forgetting.unknown', 'This agent has no forget request with this id.');
    response.json(forgettingView(row, undefined));
  },
});

/**
 * GET /memory/export: everything stored, one JSON object per line, sources before what was made from them. The last line is
 * {"kind":"end","items":n,"version":1}, so a client knows that it has everything. Streamed as the client reads.
 */
export const getMemoryExport = callerRoute({
  method: 'GET',
  path: '/memory/export',
  needs: 'person',
  does: 'Export all memory, one JSON object per line',
  tag: 'Memory',
  more: 'Sources come before what was made from them. The last line is {"kind":"end","items":n,"version":1}; if it is missing, the export is incomplete.',
  query: memoryExportQuerySchema,
  answers: { 200: { is: 'Lines.', type: 'application/x-ndjson' } },
  handle: async (context, { caller, query, readmit, request, response }) => {
    const { kind: only } = query;
    response.status(200).type('application/x-ndjson');
    let items = 0;
    for (const kind of only === undefined ? keptKinds : [only]) {
      for (let after = '', full = true; full && !response.destroyed; ) {
        const page = await listKept(context.db, caller.agent.id, { kind, after, limit: pageRows });
        await write(request, response, page.map((item) => `${JSON.stringify(keptView(item))}\n`).join(''));
        items += page.length;
        after = page.at(-1)?.id ?? after;
        full = page.length === pageRows;
        // A slow reader takes hours: what a key may read ends when the key does.
        await readmit();
      }
    }
    response.end(`${JSON.stringify({ kind: 'end', items, version: memoryExportVersion })}\n`);
  },
});

/** POST /memory/import: takes in exchanges of an export, at most 200 a request, each request whole or not at all. */
export const postMemoryImport = callerRoute({
  method: 'POST',
  path: '/memory/import',
  scope: 'remember',
  needs: 'person',
  does: 'Take in exchanges of an export',
  tag: 'Memory',
  more: 'Ids, times, threads and speakers are kept, and what is there already stays as it is, so a page sent twice is as once. Their trust is `unverified` at most. Notes, facts, episodes and concepts are made again from what was said. What this agent was told to forget is left out.',
  body: memoryImportSchema,
  answers: { 200: { is: 'What was new.', json: importedMemorySchema } },
  problems: { 409: ['import.id-taken', 'import.thread-busy'] },
  handle: async (context, { body, caller, response }) => {
    const done = await importSaid(context.db, {
      agentId: caller.agent.id,
      now: await context.clock.now(),
      dry: body.dry_run,
      items: body.items.map(saidElsewhere),
    });
    const { busy, forgotten, imported, known, taken } = done;
    if (taken.length > 0)
      throw httpProblem(
        409,
        'import.id-taken',
        `Nothing of this page was taken in: ${taken.slice(0, 3).join(', ')} belongs to another agent of this database.`,
      );
    if (busy.length > 0)
      throw httpProblem(
        409,
        'import.thread-busy',
        `Nothing of this page was taken in: a turn of thread ${busy[0] ?? ''} has not ended. Try again.`,
      );
    const view: ImportedMemory = { dry_run: body.dry_run, imported, known, forgotten };
    response.json(view);
  },
});

/** Law 10: nobody here knows who said it, and what answered it was another agent. */
function saidElsewhere(item: MemoryImport['items'][number]): SaidElsewhere {
  const trust = lowestTrust([item.trust, 'unverified']);
  return {
    id: item.id,
    turnId: item.sources[0] ?? '',
    threadId: item.thread_id,
    at: item.at,
    speaker: item.speaker,
    text: item.text,
    reply: item.reply,
    mode: item.mode ?? (item.reply === null ? 'IGNORE' : 'RESPOND'),
    trust,
    replyTrust: lowestTrust([trust, item.reply_trust ?? trust]),
  };
}

/** GET /memory/audit: the quality of memory, measured now over the latest items of each kind. */
export const getMemoryAudit = callerRoute({
  method: 'GET',
  path: '/memory/audit',
  needs: 'machine',
  does: 'The quality of memory: duplicate, unsupported, circular and stale items, failed enrichments',
  tag: 'Memory',
  query: memoryAuditQuerySchema,
  answers: { 200: { is: 'Figures; no content.', json: memoryAuditViewSchema } },
  handle: async (context, { caller, query, response }) => {
    const [sample, reasons] = await Promise.all([
      loadAuditSample(context.db, caller.agent.id, query.rows),
      loadFailedReasons(context.db, caller.agent.id),
    ]);
    const view: MemoryAuditView = { ...auditSample(sample, await context.clock.now()), reasons };
    response.json(view);
  },
});

/** POST /memory/retry-failed: makes failed rows pending again; a sweep sends their jobs. */
export const postRetryFailed = callerRoute({
  method: 'POST',
  path: '/memory/retry-failed',
  needs: 'person',
  does: 'Retry failed enrichments',
  tag: 'Memory',
  body: emptyBodySchema,
  answers: {
    200: { is: 'The number of rows by kind; their jobs follow within seconds.', json: retriedMemorySchema },
  },
  handle: async (context, { caller, response }) => {
    const view: RetriedMemory = {
      counts: await retryFailedMemory(context.db, caller.agent.id, await context.clock.now()),
    };
    response.json(view);
  },
});

/** Resolves the target of a request. Throws 404 if it does not exist. */
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
  return httpProblem(404, 'item.unknown', 'This agent has no item with this id.');
}

async function write(request: Request, response: Response, text: string): Promise<void> {
  if (request.method === 'HEAD' || text === '' || response.destroyed) return;
  if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

function keptView(item: KeptItem): KeptItemView {
  return { ...item, at: new Date(item.at).toISOString(), sources: [...item.sources] };
}

function previewView(
  scope: ForgetRequestRow['scope'],
  { counts, examples, names, relations, shared, unsure }: ForgetPreview,
): ForgetPreviewView {
  return {
    dry_run: true,
    scope,
    counts: { ...counts },
    examples: examples.map(previewedView),
    unsure: { count: unsure.count, examples: unsure.examples.map(previewedView) },
    names: [...names],
    relations: [...relations],
    shared: [...shared],
  };
}

function previewedView({
  at,
  text,
  turnId,
  why,
  words,
}: PreviewedTurn): ForgetPreviewView['examples'][number] {
  return { turn_id: turnId, at: at.toISOString(), text, why, words };
}

/** A request to forget as the API shows it. `open`: turns that are waited for; left out where nobody counted. */
export function forgettingView(row: ForgetRequestRow, open: number | undefined): ForgettingView {
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
