import { type ModelRole, modelRoles } from '@salience/contracts';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import type { z } from 'zod';
import { candidatesOf, type ModelsConfig, type ProviderConfig } from './config.ts';
import { createModelCalls, type ModelCalls } from './model-calls.ts';
import { objectRoles } from './object-roles.ts';
import type { ModelEvent } from './ports.ts';
import { formatNames } from './request-manner.ts';

/** What one small call in a role showed, made as the role's calls are made. */
export interface RoleCheck {
  readonly role: ModelRole;
  readonly provider: string;
  readonly model: string;
  readonly ok: boolean;
  /** `ok`, or the code of the fault. */
  readonly code: string;
  /** How its server was asked in the end: `json_schema`, `json_object`, `plain text`, `stream`, `tools`; null where it failed. */
  readonly format: string | null;
  /** One sentence: what works and how fast, or what is wrong. */
  readonly sentence: string;
  /** What to do, where something is to be done. */
  readonly advice: string | undefined;
  readonly durationMs: number;
}

/** A text that says something of every kind, so that each role finds something to write. */
const prompt = {
  system: 'You keep the notes of a short conversation. Be brief. Where an object is asked for, write JSON.',
  messages: [
    {
      role: 'user' as const,
      content: 'Marta: I moved to Lubeck in June and I like it there. Please put bread on my shopping list.',
    },
  ],
};
const tools = [
  {
    name: 'list',
    description: 'Puts an item on a list of the person. Call it for what is to be put on a list.',
    inputSchema: {
      type: 'object',
      properties: { list: { type: 'string' }, item: { type: 'string' } },
      required: ['list', 'item'],
    },
  },
];

/**
 * Calls each model of each role once, one after another, with a tiny request of the kind that the role makes, within the role's own
 * time. Says what works, how it had to be asked, and what to do otherwise. Throws nothing but the abort of `signal`; what is wrong is the
 * result. `onCheck` hears of each as it ends.
 */
export async function checkRoles(
  config: ModelsConfig,
  options: { readonly signal?: AbortSignal; readonly onCheck?: (check: RoleCheck) => void } = {},
): Promise<RoleCheck[]> {
  const events: ModelEvent[] = [];
  const checks: RoleCheck[] = [];
  const places = Math.max(...modelRoles.map((role) => candidatesOf(config, role).length));
  for (let place = 0; place < places; place += 1) {
    // One set of models for all roles: what is found out of a model in one holds for the others.
    const models = createModelCalls(atPlace(config, place), { onEvent: (event) => events.push(event) });
    for (const role of modelRoles) {
      if (place >= candidatesOf(config, role).length) continue;
      options.signal?.throwIfAborted();
      const check = await checkRole(models, role, events, options.signal);
      checks.push(check);
      options.onCheck?.(check);
    }
  }
  return checks;
}

/** The same settings with one model a role: those at one place of the lists. */
function atPlace(config: ModelsConfig, place: number): ModelsConfig {
  const roles = modelRoles.map((role): [ModelRole, ProviderConfig] => {
    const all = candidatesOf(config, role);
    return [role, (all[place] ?? all[0]) as ProviderConfig];
  });
  return { ...config, roles: Object.fromEntries(roles) };
}

async function checkRole(
  models: ModelCalls,
  role: ModelRole,
  events: ModelEvent[],
  signal: AbortSignal | undefined,
): Promise<RoleCheck> {
  const { model, offline, provider } = models.describe(role);
  const about = { role, provider, model };
  if (offline) {
    const sentence =
      role === 'reflect'
        ? 'Without a language model no decision is reviewed.'
        : 'The offline responder answers: it looks things up and does not reason.';
    return { ...about, ok: true, code: 'ok', format: null, sentence, advice: undefined, durationMs: 0 };
  }
  const name = `${provider} (${model})`;
  const before = events.length;
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const { did, format, advice } = await call(models, role, signal);
    const durationMs = took();
    const learned = events
      .slice(before)
      .flatMap((event) => (event.kind === 'model-asked-otherwise' ? [event] : []));
    const found = learned.map(
      ({ how, said }) =>
        ` It is asked with ${how.join(', ')}${said === '' ? '' : `, since it said: ${said}`}.`,
    );
    const sentence = `${name} ${did} in ${durationMs} ms (${format}).${found.join('')}`;
    return { ...about, ok: true, code: 'ok', format, sentence, advice, durationMs };
  } catch (error) {
    signal?.throwIfAborted();
    const code = isSalienceError(error) ? error.code : 'error.unexpected';
    const advice = adviceFor(code, role, name);
    return {
      ...about,
      ok: false,
      code,
      format: null,
      sentence: messageOf(error),
      advice,
      durationMs: took(),
    };
  }
}

interface Called {
  readonly did: string;
  readonly format: string;
  readonly advice?: string | undefined;
}

/** What answers offline is not called. */
function offline(): never {
  throw new SalienceError('llm.bad-request', 'Expected a language model behind this role.');
}

async function call(models: ModelCalls, role: ModelRole, signal: AbortSignal | undefined): Promise<Called> {
  if (role === 'respond' || role === 'acknowledge') {
    await models.streamReply({ role, prompt, offline, signal });
    return { did: 'wrote a reply', format: 'stream' };
  }
  if (role === 'plan') {
    const { calls } = await models.plan({ prompt, tools, offline, signal });
    return calls.some(({ arguments: given }) => given !== null)
      ? { did: 'called a tool', format: 'tools' }
      : { did: 'answered, but called no tool', format: 'tools', advice: stronger(role) };
  }
  const { dropped, format, repaired } = await models.generateStructured({
    role,
    prompt: () => prompt,
    offline,
    schema: objectRoles[role] as z.ZodType,
    signal,
  });
  const lost = dropped === 0 ? '' : `, of which ${dropped} parts were of no use,`;
  return {
    did: `${repaired ? 'wrote its object at the second try' : 'wrote its object'}${lost}`,
    format: formatNames[format],
    advice: repaired ? stronger(role) : undefined,
  };
}

function stronger(role: ModelRole): string {
  return `SALIENCE_MODEL_${role.toUpperCase()}=provider:model with a stronger model in .env`;
}

function adviceFor(code: string, role: ModelRole, name: string): string {
  switch (code) {
    case 'llm.invalid-output':
      return `${stronger(role)}, or SALIENCE_MODEL_JSON_SCHEMA=off where the server takes schemas and does not heed them`;
    case 'llm.timeout':
    case 'llm.stalled':
      return `give SALIENCE_MODEL_TIMEOUT_MS_${role.toUpperCase()} more milliseconds in .env, or a faster model`;
    case 'llm.bad-request':
      return `change what ${name} refuses by SALIENCE_MODEL_TEMPERATURE, _OUTPUT_TOKENS, _REASONING or _JSON_SCHEMA in .env`;
    default:
      return `correct the key, address or name of ${name} in .env`;
  }
}
