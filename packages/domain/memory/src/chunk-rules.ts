/** The thresholds by which code judges what a model proposes for an exchange (law 6). */
export interface ChunkRules {
  readonly name: string;
  readonly version: number;
  /** Share of a fact's words that must stand in what was said. 0..1 */
  readonly factSupportMin: number;
  /** Share of a gist's words that must stand in the message or the reply. 0..1 */
  readonly gistSupportMin: number;
  /** Share of a scope's words that must stand in the message or the reply. 0..1 */
  readonly scopeSupportMin: number;
  /** What the model is less sure of is left out. 0..1 */
  readonly confidenceMin: number;
  /** What is concluded counts this much less than what is said. 0..1 */
  readonly inferredFactor: number;
  /** A gist that contradicts the state of the world counts this much of itself. 0..1 */
  readonly contradictionFactor: number;
  /** Two gists at least this alike are one. 0..1 */
  readonly sameGistMin: number;
  readonly factsMax: number;
  /** Characters of all facts together, about a thousand tokens: what bounds them is how much there is to keep. */
  readonly factCharsMax: number;
  readonly gistsMax: number;
  readonly entitiesMax: number;
  readonly traitsMax: number;
  readonly timesMax: number;
}

/** The rules in force. A change of any number is a new version. */
export const chunkRules: ChunkRules = Object.freeze({
  name: 'chunk',
  version: 3,
  factSupportMin: 0.8,
  gistSupportMin: 0.7,
  scopeSupportMin: 0.5,
  confidenceMin: 0.4,
  inferredFactor: 0.7,
  contradictionFactor: 0.5,
  sameGistMin: 0.8,
  factsMax: 40,
  factCharsMax: 4_000,
  gistsMax: 12,
  entitiesMax: 24,
  traitsMax: 24,
  timesMax: 12,
});
