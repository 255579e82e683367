/** A call that a part of a message asks for. */
export interface WantedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
