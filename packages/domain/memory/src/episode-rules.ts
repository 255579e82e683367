/** The thresholds by which code judges what a model proposes for a range (law 6). */
export interface EpisodeRules {
  readonly name: string;
  readonly version: number;
  /** Share of the gist's words that must stand in the exchanges. Low, because a summary has words of its own. 0..1 */
  readonly gistSupportMin: number;
  /** The same for an open loop. 0..1 */
  readonly loopSupportMin: number;
  /** The same for what was done, the situation, a constraint and the course of a feeling. 0..1 */
  readonly fieldSupportMin: number;
  /** Share of the words said to show a feeling that must stand in the exchanges: they are a quotation. 0..1 */
  readonly shownSupportMin: number;
}

/** The rules in force. A change of any number is a new version. */
export const episodeRules: EpisodeRules = Object.freeze({
  name: 'episode',
  version: 2,
  gistSupportMin: 0.25,
  loopSupportMin: 0.4,
  fieldSupportMin: 0.4,
  shownSupportMin: 0.8,
});
