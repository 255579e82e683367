/** How much may be sent to a model. */
export interface ContextLimits {
  /** Tokens of context; the package's own default where nothing is set. */
  readonly budgetTokens?: number | undefined;
  /** Tokens that the model reads; nothing is assumed where nothing is set. */
  readonly windowTokens?: number | undefined;
}
