/** Limits of what is sent to a model. */
export interface ContextLimits {
  /** Tokens of context; the package's default if unset. */
  readonly budgetTokens?: number | undefined;
  /** Tokens of the model's window; no assumption if unset. */
  readonly windowTokens?: number | undefined;
}
