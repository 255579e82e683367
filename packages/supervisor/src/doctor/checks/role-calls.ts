import { isSalienceError } from '@salience/errors';
import { checkRoles, modelConfigFromEnv, type ModelsConfig, type RoleCheck } from '@salience/llm';
import { type Finding, ok, problem, warn } from '../finding.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The models that settings ask for, or what is wrong with them. */
export function modelSettings(env: Env): ModelsConfig | Finding {
  try {
    return modelConfigFromEnv(env);
  } catch (error) {
    if (!isSalienceError(error)) throw error;
    return problem(
      'models.settings',
      error.message.replaceAll(/\n(- )?/g, ' '),
      'correct SALIENCE_MODEL in .env',
    );
  }
}

/** Calls every model of every role once. `onFound` is called with each result. */
export async function checkRoleCalls(
  env: Env,
  onFound: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const config = modelSettings(env);
  if ('check' in config) return [config];
  const found: Finding[] = [];
  await checkRoles(config, {
    onCheck: (check) => {
      const finding = findingOf(check);
      found.push(finding);
      onFound(finding);
    },
  });
  return found;
}

function findingOf({
  advice,
  code,
  durationMs,
  format,
  model,
  ok: well,
  provider,
  role,
  sentence,
}: RoleCheck): Finding {
  const check = `models.${role}`;
  const more = { facts: { provider, model, code, format, durationMs } };
  if (!well) return problem(check, sentence, advice, more);
  return advice === undefined ? ok(check, sentence, more) : warn(check, sentence, advice, more);
}
