import { type KeyRules, keyRulesSchema, keyScopes } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';

/** The options of `agent key create` about messages sent with the key. */
export interface RuleOptions {
  /** `name=trust` each. */
  readonly channel?: readonly string[];
  readonly speaker?: readonly string[];
  readonly trustContext?: boolean;
  readonly scope?: readonly string[];
}

/** The rules of a key. Throws a usage error that names what does not fit. */
export function messageRules({ channel = [], scope, speaker, trustContext }: RuleOptions): KeyRules {
  const channels = channel.map((given): [string, string] => {
    const at = given.indexOf('=');
    return [given.slice(0, Math.max(0, at)), given.slice(at + 1)];
  });
  const read = keyRulesSchema.safeParse({
    ...(channels.length === 0 ? {} : { channels: Object.fromEntries(channels) as Record<string, unknown> }),
    ...(speaker === undefined ? {} : { speakers: speaker }),
    ...(scope === undefined ? {} : { scopes: scope }),
    ...(trustContext === undefined ? {} : { completions: { trustContext } }),
  });
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ message, path }) => `${path.join('.')}: ${message}`);
  throw usageError(
    `Expected --channel as name=external, name=unverified or name=user, --speaker as a name, and --scope as ${keyScopes.join(', ')}: ${problems.join('; ')}.`,
  );
}

/** The rules of a key in words, one for each. */
export function ruleWords({ channels = {}, completions, scopes, speakers = [] }: KeyRules): string[] {
  return [
    ...Object.entries(channels).map(([name, trust]) => `${name} is ${trust}`),
    ...(speakers.length === 0 ? [] : [`speakers ${speakers.join(' and ')}`]),
    ...(scopes === undefined ? [] : [`may ${scopes.join(', ')}`]),
    ...(completions?.trustContext === true ? ['trusts context'] : []),
  ];
}
