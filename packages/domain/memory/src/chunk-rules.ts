/** The thresholds by which code judges what a model proposes for an exchange (law 6). */
export interface ChunkRules {
  readonly name: string;
  readonly version: number;
  /** Share of a fact's words that must stand in what was said. 0..1 */
  readonly factSupportMin: number;
  /** Share of a gist's words that must stand in the message or the reply. 0..1 */
  readonly gistSupportMin: number;
  /** What the model is less sure of is left out. 0..1 */
  readonly confidenceMin: number;
  /** Two gists at least this alike are one. 0..1 */
  readonly sameGistMin: number;
  readonly factsMax: number;
  readonly gistsMax: number;
  readonly entitiesMax: number;
}

/** The rules in force. A change of any number is a new version. */
export const chunkRules: ChunkRules = Object.freeze({
  name: 'chunk',
  version: 1,
  factSupportMin: 0.8,
  gistSupportMin: 0.6,
  confidenceMin: 0.4,
  sameGistMin: 0.8,
  factsMax: 5,
  gistsMax: 8,
  entitiesMax: 20,
});
