/** The thresholds by which code judges a model's proposal for a stretch (law 6). */
export interface EpisodeRules {
  readonly name: string;
  readonly version: number;
  /** Share of the gist's words that the exchanges must contain. Low, because a summary has words of its own. 0..1 */
  readonly gistSupportMin: number;
  /** The same for an open loop. 0..1 */
  readonly loopSupportMin: number;
  /** The same for action, context, constraints and the arc of an emotion. 0..1 */
  readonly fieldSupportMin: number;
  /** The same for the quotation that shows an emotion. 0..1 */
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
