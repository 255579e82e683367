import type { ConsequenceTier } from '@salience/contracts';
import type { ServerConfig, ToolSettings } from './config.ts';

/** What a server says of a tool, as it came. */
export interface ToolHints {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
}

/** What is decided of a tool before anybody asks for it. */
export interface ToolTerms {
  readonly tier: ConsequenceTier;
  /** A lost call may be sent again under its idempotency key. */
  readonly idempotent: boolean;
  /** Somebody vouches for it: the operator by a tier, or by trusting the hints of its server. */
  readonly known: boolean;
}

/**
 * Decides what a tool may do. A server is a stranger: what it says of its own tools may raise caution and never lower it,
 * unless the operator says so for the server (`trustHints`) or for the tool (`tier`, `idempotent`).
 */
export function toolTerms(
  server: Pick<ServerConfig, 'trustHints'>,
  settings: ToolSettings | undefined,
  hints: ToolHints = {},
): ToolTerms {
  const trusted = server.trustHints;
  return {
    tier: settings?.tier ?? hintedTier(trusted, hints),
    idempotent: settings?.idempotent ?? (trusted && hints.idempotentHint === true),
    known: settings?.tier !== undefined || trusted,
  };
}

/** A tool that calls itself both read-only and destructive is believed the worse. */
function hintedTier(trusted: boolean, hints: ToolHints): ConsequenceTier {
  if (hints.destructiveHint === true && !(trusted && hints.readOnlyHint === true)) return 'commit';
  return trusted && hints.readOnlyHint === true ? 'observe' : 'act';
}
