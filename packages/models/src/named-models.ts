import { modelConfigFromEnv } from '@salience/llm';
import { createModels, type Models } from './models.ts';

/**
 * Models whose replies are written by the one that is named (`provider:model`), or offline where none is; everything else is offline. How a
 * provider is reached comes from the environment. Throws `config.models` for a name that it does not say how to reach.
 */
export function modelsNamed(
  name: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Models {
  if (name === undefined) return createModels({ default: { kind: 'offline' } });
  const roles = { SALIENCE_MODEL_RESPOND: name, SALIENCE_MODEL_ACKNOWLEDGE: name };
  return createModels(modelConfigFromEnv({ ...env, SALIENCE_MODEL: 'offline', ...roles }));
}
