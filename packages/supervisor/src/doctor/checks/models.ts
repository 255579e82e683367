import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspectPreparedModel } from '@salience/embeddings';
import { type Candidates, checkProvider } from '@salience/llm';
import { modelWeights } from '../../repository.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { shownUrl } from '../redact.ts';
import type { CheckTarget } from '../check-target.ts';
import { modelSettings } from './role-calls.ts';

const ASK_MS = 3_000;
const ASK_MODEL_MS = 8_000;

/** The sentence model: converted, byte by byte, or the folder of one's own. */
export async function checkEmbedder({ context: { env, home } }: CheckTarget): Promise<Finding> {
  const check = 'embedder.files';
  const own = env.origin.effective['EMBEDDING_MODEL_DIR'];
  if (own !== undefined) {
    const missing = ['model.onnx'].filter((file) => !existsSync(join(own, file)));
    return missing.length > 0
      ? problem(
          check,
          `EMBEDDING_MODEL_DIR names ${own}, which has no ${missing.join(', ')}.`,
          `ls '${own}'`,
          { facts: { own: true } },
        )
      : ok(check, `The sentence model of your own lies in ${own}.`, { facts: { own: true } });
  }
  const { state, modelId, folder } = await inspectPreparedModel(
    env.origin.effective['SALIENCE_MODEL_CACHE'] ?? home.models,
  );
  const facts = { own: false, modelId, state, weights: modelWeights() !== undefined };
  if (state === 'sound') return ok(check, `The sentence model ${modelId} is there, byte by byte.`, { facts });
  if (!facts.weights)
    return problem(
      check,
      `The sentence model ${modelId} is ${state}, and the weights to make it from are not installed.`,
      'npm start',
      { facts },
    );
  return state === 'damaged'
    ? problem(
        check,
        `The sentence model in ${folder} is damaged; the next start makes it again.`,
        './salience down && ./salience up',
        { facts },
      )
    : ok(check, `The sentence model ${modelId} is made at the first start.`, { facts });
}

/** The models behind the roles: each is asked for one word. */
export async function checkModels({ context: { env } }: CheckTarget): Promise<Finding[]> {
  const config = modelSettings(env.origin.effective);
  if ('check' in config) return [config];
  const distinct = new Map<string, Candidates>();
  for (const one of [config.default, ...Object.values(config.roles ?? {})])
    distinct.set(JSON.stringify(one), one);
  // Each distinct choice is asked as if it were everybody's: a role changes the prompt, not the model behind it.
  const asked = await Promise.all(
    [...distinct.values()].map((choice) =>
      checkProvider({ default: choice }, 'respond', { timeoutMs: ASK_MODEL_MS }),
    ),
  );
  return asked.flat().map(({ provider, model, ok: well, code, sentence, durationMs }) => {
    const facts = { provider, model, code, durationMs };
    const check = `models.${provider}`;
    return well
      ? ok(check, sentence, { facts })
      : problem(check, sentence, `correct the key, address or name of ${provider} (${model}) in .env`, {
          facts,
        });
  });
}

/** The collector that spans are sent to, where there is one. */
export async function checkTraces({ context: { env } }: CheckTarget): Promise<Finding> {
  const check = 'traces.endpoint';
  const endpoint = env.origin.effective['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (endpoint === undefined)
    return ok(check, 'Spans are not sent anywhere: no collector is set.', { facts: { set: false } });
  try {
    const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(ASK_MS),
    });
    await response.arrayBuffer();
    return response.status < 400
      ? ok(check, `The collector at ${shownUrl(endpoint)} takes spans.`, {
          facts: { set: true, status: response.status },
        })
      : warn(
          check,
          `Something answers at ${shownUrl(endpoint)}, but refuses spans with ${response.status}.`,
          `curl -i -XPOST ${shownUrl(endpoint)}/v1/traces -H 'content-type: application/json' -d '{"resourceSpans":[]}'`,
          { facts: { set: true, status: response.status } },
        );
  } catch {
    return warn(
      check,
      `No collector answers at ${shownUrl(endpoint)}: spans are lost, nothing else is.`,
      `curl -i ${shownUrl(endpoint)}`,
      { facts: { set: true, reachable: false } },
    );
  }
}
