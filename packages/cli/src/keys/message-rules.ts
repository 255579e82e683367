import { type MessageRules, messageRulesSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';

/** The options of `agent key create` about messages sent with the key. */
export interface RuleOptions {
  /** `name=trust` each. */
  readonly channel?: readonly string[];
  readonly speaker?: readonly string[];
  readonly trustContext?: boolean;
}

/** The rules of a key. Throws a usage error that names what does not fit. */
export function messageRules({ channel = [], speaker, trustContext }: RuleOptions): MessageRules {
  const channels = channel.map((given): [string, string] => {
    const at = given.indexOf('=');
    return [given.slice(0, Math.max(0, at)), given.slice(at + 1)];
  });
  const read = messageRulesSchema.safeParse({
    ...(channels.length === 0 ? {} : { channels: Object.fromEntries(channels) as Record<string, unknown> }),
    ...(speaker === undefined ? {} : { speakers: speaker }),
    ...(trustContext === undefined ? {} : { completions: { trustContext } }),
  });
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ message, path }) => `${path.join('.')}: ${message}`);
  throw usageError(
    `Expected --channel as name=external, name=unverified or name=user, and --speaker as a name: ${problems.join('; ')}.`,
  );
}

/** The rules of a key in words, one for each. */
export function ruleWords({ channels = {}, completions, speakers = [] }: MessageRules): string[] {
  return [
    ...Object.entries(channels).map(([name, trust]) => `${name} is ${trust}`),
    ...(speakers.length === 0 ? [] : [`speakers ${speakers.join(' and ')}`]),
    ...(completions?.trustContext === true ? ['trusts context'] : []),
  ];
}
