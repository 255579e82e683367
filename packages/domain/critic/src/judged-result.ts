import type { ActionResult, ConsequenceTier } from '@salience/contracts';

/** A result with its request. */
export interface JudgedResult {
  readonly tool: string;
  readonly tier: ConsequenceTier;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ActionResult;
  /** JSON schema that the result's text, read as JSON, must satisfy. */
  readonly schema?: object | undefined;
  /** Silent corrections that this tool had in this run already. */
  readonly correctionsSoFar: number;
  /** Business time; without it nothing is judged stale. */
  readonly now?: Date | undefined;
  /** Texts that exactly the same call gave before, with nothing changed in between. */
  readonly earlier?: readonly string[] | undefined;
}
