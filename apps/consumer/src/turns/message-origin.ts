import { assistantSource, type Trust } from '@salience/contracts';
import type { MessageOrigin } from '@salience/safety';
import type { Caller } from '../http/door.ts';

/** What a caller claims about a message. */
interface ClaimedOrigin {
  readonly source: string;
  readonly channel?: string | undefined;
  readonly trust?: Trust | undefined;
  readonly speaker?: string | undefined;
}

/** Everything that decides how far a message of this caller is trusted. */
export function originOf(caller: Caller, told: ClaimedOrigin): MessageOrigin {
  const { channel, source, speaker, trust: declared } = told;
  return {
    voice: caller.voice,
    agent: caller.agent.settings,
    key: caller.rules,
    channel,
    declared,
    source,
    speaker,
  };
}

/**
 * Whether a message of this caller may be the answer to a request for approval. What an assistant says over MCP never is, for nobody
 * knows whether a person wrote it; and a key that may not manage may not approve in other words either.
 */
export function mayApprove({ rules }: Caller, source: string): boolean {
  return source !== assistantSource && (rules?.scopes?.includes('manage') ?? true);
}
