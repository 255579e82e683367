/** The thresholds by which code judges what a model proposes for an exchange (law 6). */
export interface ChunkRules {
  readonly name: string;
  readonly version: number;
  /** Share of a fact's words that the message must contain. 0..1 */
  readonly factSupportMin: number;
  /** Share of a gist's words that the message or the reply must contain. 0..1 */
  readonly gistSupportMin: number;
  /** Share of a scope's words that the message or the reply must contain. 0..1 */
  readonly scopeSupportMin: number;
  /** Minimum confidence of the model in an item. 0..1 */
  readonly confidenceMin: number;
  /** Multiplies the confidence of an inferred item. 0..1 */
  readonly inferredFactor: number;
  /** Multiplies the confidence of a gist that contradicts the state of the world. 0..1 */
  readonly contradictionFactor: number;
  /** Two gists at least this alike are one. 0..1 */
  readonly sameGistMin: number;
  readonly factsMax: number;
  /** Maximum characters of all facts together, about a thousand tokens. */
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
