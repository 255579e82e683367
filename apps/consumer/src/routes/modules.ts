import {
  limbicModelViewSchema,
  type ModuleChange,
  moduleChangeSchema,
  moduleNameSchema,
  moduleRequestSchema,
  moduleScoresSchema,
  moduleViewSchema,
  modelChoiceSchema,
  pageSchema,
  type RegisteredModule,
  registeredModuleSchema,
  scoresQuerySchema,
} from '@salience/contracts';
import { changeModule, listLimbicModels, listModules, useLimbicModel } from '@salience/database/signals';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { scoresOf } from '../pulse/module-scores.ts';
import {
  findModule,
  hintSenses,
  knownModule,
  limbicModelView,
  moduleView,
  modulesMax,
  readThreshold,
  refuseStrangersOfMachine,
  registerWritten,
} from '../pulse/modules.ts';

const params = { module: moduleNameSchema };
const tag = 'Operation';
const dayMs = 86_400_000;

/** GET /modules: by name. */
export const getModules = callerRoute({
  method: 'GET',
  path: '/modules',
  needs: 'person',
  does: 'Modules, which say what is worth a question to the agent, by name',
  tag,
  answers: { 200: { is: `All of them; at most ${modulesMax}.`, json: pageSchema(moduleViewSchema) } },
  handle: async (context, { caller, response }) => {
    const rows = await listModules(context.db, caller.agent.id);
    response.json({ items: rows.map(moduleView), next: null });
  },
});

/** POST /modules. */
export const postModule = callerRoute({
  method: 'POST',
  path: '/modules',
  needs: 'person',
  does: 'Register a module, or give one of its name another fingerprint',
  more: 'The body is a fingerprint: "module_id", "cluster", "version", "question_template", "default_threshold" and "signal_priors", as GET /modules shows them. One that is registered again just so changes nothing, and what was learned stays.',
  tag,
  body: moduleRequestSchema,
  answers: {
    200: { is: 'The module of this name, changed or as it was.', json: registeredModuleSchema },
    201: { is: 'The module.', json: registeredModuleSchema },
  },
  problems: { 403: ['module.local'], 409: ['module.max'], 422: ['module.invalid'] },
  handle: async (context, { body, caller, response }) => {
    refuseStrangersOfMachine(caller, body);
    const { outcome, row } = await registerWritten(context, caller.agent.id, body);
    if (outcome !== 'same') hintSenses(context, caller);
    const view: RegisteredModule = { ...moduleView(row), outcome };
    response
      .status(outcome === 'new' ? 201 : 200)
      .location(`/modules/${row.name}`)
      .json(view);
  },
});

/** GET /modules/:module. */
export const getModule = callerRoute({
  method: 'GET',
  path: '/modules/:module',
  needs: 'person',
  does: 'A module',
  tag,
  params,
  answers: { 200: { is: 'The module.', json: moduleViewSchema } },
  problems: { 404: ['module.unknown'] },
  handle: async (context, { caller, params: { module }, response }) => {
    response.json(moduleView(await findModule(context, caller, module)));
  },
});

/** PATCH /modules/:module: pauses or resumes it, sets its threshold or leaves that to what is learned. */
export const patchModule = callerRoute({
  method: 'PATCH',
  path: '/modules/:module',
  needs: 'person',
  does: 'Pause or resume a module, or set its threshold',
  more: 'A threshold that is set here stays, whatever is learned, until it is set to null. "active" also ends the pause that a module makes whose wakes were of no use.',
  tag,
  params,
  body: moduleChangeSchema,
  answers: { 200: { is: 'The module, changed; safe to repeat.', json: moduleViewSchema } },
  problems: { 404: ['module.unknown'], 422: ['module.threshold'] },
  handle: async (context, { body, caller, params: { module }, response }) => {
    const change = changeOf(body);
    const now = await context.clock.now();
    const row = knownModule(await changeModule(context.db, caller.agent.id, module, { now, ...change }));
    hintSenses(context, caller);
    response.json(moduleView(row));
  },
});

/** DELETE /modules/:module. What it judged stays. */
export const deleteModule = callerRoute({
  method: 'DELETE',
  path: '/modules/:module',
  needs: 'person',
  does: 'Remove a module; what it judged stays',
  tag,
  params,
  answers: { 200: { is: 'The module as it was, removed.', json: moduleViewSchema } },
  problems: { 404: ['module.unknown'] },
  handle: async (context, { caller, params: { module }, response }) => {
    const now = await context.clock.now();
    const row = await changeModule(context.db, caller.agent.id, module, { now, state: 'removed' });
    hintSenses(context, caller);
    response.json(moduleView(knownModule(row)));
  },
});

/** GET /modules/:module/scores. */
export const getModuleScores = callerRoute({
  method: 'GET',
  path: '/modules/:module/scores',
  needs: 'person',
  does: 'How a module judged what was sensed over a time: its scores and their threshold, and what it asked',
  more: 'The time is divided into "buckets" of equal length; those without a signal are left out.',
  tag,
  params,
  query: scoresQuerySchema,
  answers: { 200: { is: 'The scores, in order of time.', json: moduleScoresSchema } },
  problems: { 404: ['module.unknown'] },
  handle: async (context, { caller, params: { module }, query, response }) => {
    const { buckets } = query;
    const now = (await context.clock.now()).getTime();
    const to = new Date(query.to ?? now);
    const from = new Date(query.from ?? now - dayMs);
    response.json(await scoresOf(context, caller, module, { from, to, buckets }));
  },
});

const models = pageSchema(limbicModelViewSchema);
const modelsMore =
  'Modules of one cluster share a model. Where none is active, the rule leads, which needs nothing but the fingerprint.';

/** GET /modules/:module/models: latest first. */
export const getModuleModels = callerRoute({
  method: 'GET',
  path: '/modules/:module/models',
  needs: 'person',
  does: 'Versions of the model that scores for a module, latest first',
  more: modelsMore,
  tag,
  params,
  answers: { 200: { is: 'The latest 100.', json: models } },
  problems: { 404: ['module.unknown'] },
  handle: async (context, { caller, params: { module }, response }) => {
    const { cluster } = await findModule(context, caller, module);
    const rows = await listLimbicModels(context.db, caller.agent.id, cluster);
    response.json({ items: rows.map(limbicModelView), next: null });
  },
});

/** POST /modules/:module/models: goes back to an earlier version. */
export const postModuleModel = callerRoute({
  method: 'POST',
  path: '/modules/:module/models',
  needs: 'person',
  does: 'Have another version of the model score from now on; 0: none, the rule leads',
  more: modelsMore,
  tag,
  params,
  body: modelChoiceSchema,
  answers: { 200: { is: 'The versions, with the one that scores now; safe to repeat.', json: models } },
  problems: { 404: ['module.unknown', 'module.no-version'] },
  handle: async (context, { body: { version }, caller, params: { module }, response }) => {
    const { cluster } = await findModule(context, caller, module);
    if (!(await useLimbicModel(context.db, caller.agent.id, cluster, version)))
      throw httpProblem(
        404,
        'module.no-version',
        `The cluster "${cluster}" has no model of version ${version}. GET /modules/${module}/models lists them.`,
      );
    hintSenses(context, caller);
    const rows = await listLimbicModels(context.db, caller.agent.id, cluster);
    response.json({ items: rows.map(limbicModelView), next: null });
  },
});

/** What a change means for the row. Throws 422 for a threshold that is none. */
function changeOf({ state, threshold }: ModuleChange) {
  return {
    // Who resumes a module wants its wakes, also those that were held back for their lack of use.
    ...(state === undefined ? {} : { state, ...(state === 'active' ? { breakerUntil: null } : {}) }),
    ...(threshold === undefined ? {} : { threshold: threshold === null ? null : readThreshold(threshold) }),
  };
}
