import type { ModelRole } from '@salience/contracts';
import { isSalienceError, messageOf } from '@salience/errors';
import { runAttempt } from './call-window.ts';
import { candidatesOf, type ModelsConfig, type ProviderConfig } from './config.ts';
import { toModelPrompt } from './model-prompt.ts';
import { fillPorts } from './ports.ts';
import { createBinder, type ProviderModel } from './provider-model.ts';

/** What a small real call of a model showed. */
export interface ProviderCheck {
  readonly provider: string;
  readonly model: string;
  readonly ok: boolean;
  /** `ok`, or the code of the fault. */
  readonly code: string;
  /** One sentence: that it answers and how fast, or what is wrong and what to do. */
  readonly sentence: string;
  readonly durationMs: number;
}

const question = {
  system: 'Answer with the word ok.',
  messages: [{ role: 'user' as const, content: 'ok?' }],
};

/**
 * Asks each model of a role for one word: the one request that shows a wrong key, an unreachable address, an unknown model and
 * a used-up quota alike. Makes one request a model, 10 s each unless told, and throws nothing: what is wrong is the result.
 */
export function checkProvider(
  config: ModelsConfig,
  role: ModelRole,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<ProviderCheck[]> {
  const bind = createBinder(fillPorts({}));
  return Promise.all(candidatesOf(config, role).map((candidate) => checkOne(bind, candidate, options)));
}

async function checkOne(
  bind: (config: ProviderConfig) => ProviderModel,
  config: ProviderConfig,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
): Promise<ProviderCheck> {
  const bound = bind(config);
  const { load, model, provider } = bound;
  const name = `${provider} (${model})`;
  if (load === undefined) {
    const sentence = 'The offline responder answers: it looks things up and does not reason.';
    return { provider, model, ok: true, code: 'ok', sentence, durationMs: 0 };
  }
  const timeoutMs = options.timeoutMs ?? 10_000;
  const started = performance.now();
  const result = await runAttempt(
    { signal: options.signal, leftMs: timeoutMs, timeoutMs, firstMs: timeoutMs, stallMs: timeoutMs },
    bound,
    async ({ signal }) => {
      const loaded = await load();
      await loaded.doGenerate({ prompt: toModelPrompt(question), abortSignal: signal });
    },
  );
  const durationMs = Math.round(performance.now() - started);
  const about = { provider, model, durationMs };
  if (!('error' in result))
    return { ...about, ok: true, code: 'ok', sentence: `${name} answered in ${durationMs} ms.` };
  const { error } = result;
  const code = isSalienceError(error) ? error.code : 'error.unexpected';
  return { ...about, ok: false, code, sentence: messageOf(error) };
}
