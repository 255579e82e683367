import { delimiter } from 'node:path';
import { parseAllowedHosts } from '@salience/channels/addresses';
import { modelConfigFromEnv } from '@salience/llm';
import {
  approvalEnv,
  baseEnv,
  embedderEnv,
  optional,
  parseEnv,
  readAs,
  recallEnv,
  type Settings,
  silenceEnv,
  withDefault,
} from '@salience/runtime';
import { z } from 'zod';

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The variables of this app beside those of its models. */
export const variables = {
  ...baseEnv,
  ...embedderEnv,
  ...recallEnv,
  ...silenceEnv,
  /** Lanes that run at once in this process. */
  SALIENCE_CONCURRENCY: withDefault(z.coerce.number().int().min(1).max(1_000), '8'),
  /** Tokens of a prompt without instructions and message. */
  SALIENCE_CONTEXT_TOKENS: withDefault(z.coerce.number().int().min(500).max(500_000), '6000'),
  /** The window of the models for replies and plans in tokens; unset: prompts are compacted only when a provider refuses one. */
  SALIENCE_MODEL_WINDOW: optional(
    z.coerce
      .number()
      .int()
      .min(2_000, 'expected 2000 tokens or more, or nothing where the server itself refuses what is too long')
      .max(10_000_000),
  ),
  ...approvalEnv,
  /** A file with the servers of external tools: {"mcpServers": …}. */
  SALIENCE_MCP_CONFIG: optional(z.string()),
  /** Values of variables for the servers of capabilities: JSON by capability and name. */
  SALIENCE_SKILL_ENV: optional(
    z.string().transform((text, context) => {
      const parsed = z.record(z.string(), z.record(z.string(), z.string())).safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'expected JSON like {"tracker": {"TRACKER_TOKEN": "…"}}' });
      return z.NEVER;
    }),
  ),
  /** Hosts that servers of capabilities may be at although they are private: host[:port],…. */
  SALIENCE_SKILL_PRIVATE_HOSTS: withDefault(readAs(parseAllowedHosts, 'host[:port],host[:port]'), ''),
  /** A file with mailboxes, whose drafts mails can be written to; not read here. */
  SALIENCE_MAIL_CONFIG: optional(z.string()),
  /** Who mails that leave are from. Unset here and no mailbox: no mail can be written. */
  SALIENCE_MAIL_FROM: optional(z.string()),
  /** Paths that a tool server in a sandbox does not see, beside the home folder of the user; set by the supervisor. */
  SALIENCE_TOOLS_HIDE: withDefault(
    z.string().transform((text) => text.split(delimiter).filter((path) => path !== '')),
    '',
  ),
};

/** Reads the settings of digest. Throws `config.invalid` or `config.models`. */
export function readEnv(source: Settings) {
  return { ...parseEnv(variables, source), models: modelConfigFromEnv(source) };
}
export type DigestEnv = ReturnType<typeof readEnv>;
