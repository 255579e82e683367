import {
  activationDetailSchema,
  activationQuerySchema,
  activationViewSchema,
  idSchema,
  listedSignalSchema,
  pageSchema,
  signalDetailSchema,
  signalQuerySchema,
} from '@salience/contracts';
import { listActivations, listSignals } from '@salience/database/signals';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { callerRoute } from '../http/route.ts';
import { activationView } from '../pulse/activation-view.ts';
import { activationDetail } from '../pulse/activations.ts';
import { listedSignals } from '../pulse/listed-signals.ts';
import { signalDetail } from '../pulse/signals.ts';

const tag = 'Operation';

/** GET /signals: what was sensed, latest first. */
export const getSignals = callerRoute({
  method: 'GET',
  path: '/signals',
  needs: 'person',
  does: 'Signals that senses of the agent took in, latest first, each with what became of it',
  tag,
  query: signalQuerySchema,
  more: '"module" lists those that it judged. "woke=true" lists those that woke the agent or are told with others that did, "woke=false" those that were judged and did not.',
  answers: { 200: { is: 'A page.', json: pageSchema(listedSignalSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, limit, module, source } = query;
    const after = decodeCursor(cursor, timePlace);
    const woke = query.woke === undefined ? undefined : query.woke === 'true';
    const page = { limit: limit + 1, source, module, woke, after };
    const rows = await listSignals(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.takenAt, id: last.id });
    response.json({ items: await listedSignals(context, caller, items, module), next });
  },
});

/** GET /signals/:signal: why it woke the agent, or did not. */
export const getSignal = callerRoute({
  method: 'GET',
  path: '/signals/:signal',
  needs: 'person',
  does: 'A signal, with how each module judged it and why it woke the agent or did not',
  tag,
  params: { signal: idSchema('signal') },
  answers: { 200: { is: 'The signal.', json: signalDetailSchema } },
  problems: { 404: ['signal.unknown'] },
  handle: async (context, { caller, params: { signal }, response }) => {
    response.json(await signalDetail(context, caller, signal));
  },
});

/** GET /activations: latest first; with kind=look the review inbox. */
export const getActivations = callerRoute({
  method: 'GET',
  path: '/activations',
  needs: 'person',
  does: 'Activations, each of which is what one question asks about, latest first',
  more: '"kind=look" lists what was never asked and is shown for a look, "unlabelled=true" what nobody has judged. POST /feedback with its id says how useful one was, and its module learns from it.',
  tag,
  query: activationQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(activationViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, kind, limit, module, state, unlabelled } = query;
    const after = decodeCursor(cursor, timePlace);
    const filter = { kind, module, state, unlabelled: unlabelled === 'true', after };
    const rows = await listActivations(context.db, caller.agent.id, { limit: limit + 1, ...filter });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.openedAt, id: last.id });
    response.json({ items: items.map(activationView), next });
  },
});

/** GET /activations/:activation. */
export const getActivation = callerRoute({
  method: 'GET',
  path: '/activations/:activation',
  needs: 'person',
  does: 'An activation: its question, its signals, the window that was judged, and the parts of its score',
  tag,
  params: { activation: idSchema('activation') },
  answers: { 200: { is: 'The activation.', json: activationDetailSchema } },
  problems: { 404: ['activation.unknown'] },
  handle: async (context, { caller, params: { activation }, response }) => {
    response.json(await activationDetail(context, caller, activation));
  },
});
