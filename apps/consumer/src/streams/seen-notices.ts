import { type AgentId, selfStartedSources } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import { markSeen } from '@salience/database/notices';
import type { TurnRow } from '@salience/database/turns';
import type { Background } from '../background.ts';

/** Notes which turns that nobody asked for a stream has written to its client (law 18). A turn that somebody asked for costs nothing. */
export class SeenNotices {
  readonly #options: { readonly db: Database; readonly clock: Clock };
  readonly #background: Background;

  constructor(options: { readonly db: Database; readonly clock: Clock }, background: Background) {
    this.#options = options;
    this.#background = background;
  }

  /** These turns were written to a client. A failure leaves a notice unseen, so it is shown again rather than never. */
  note(agentId: AgentId, turns: readonly Pick<TurnRow, 'id' | 'source'>[]): void {
    const ids = turns.filter(({ source }) => selfStartedSources.includes(source)).map(({ id }) => id);
    if (ids.length === 0) return;
    const { clock, db } = this.#options;
    this.#background.run(
      async () => void (await markSeen(db, agentId, ids, await clock.now())),
      'what a stream showed is not noted as seen',
      { agentId },
    );
  }
}
