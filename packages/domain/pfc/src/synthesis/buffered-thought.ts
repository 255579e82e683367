/** A buffered thought, as the answer shows it. Rows may hold more; they are passed on as they are. */
export interface BufferedThought {
  readonly id: number;
  readonly thought_type: string;
  readonly content: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly trigger_author: string | null;
}
