/** What a client wrote down when it was told 2xx. One entry per answer, so a retried message may have several. */
export interface ClientEntry {
  /** The Idempotency-Key. */
  readonly key: string;
  readonly turnId: string;
  readonly threadId: string;
  /** The place of the message among those that this client sent to the thread, each after the one before was accepted. */
  readonly n: number;
  /** The end of the turn, where the client saw it. */
  readonly ended?: { readonly state: string; readonly reply: string | null };
}
