import { selfStartedSources } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import { markSeen } from '@salience/database/notices';
import type { TurnRow } from '@salience/database/turns';
import type { Background } from '../background.ts';
import type { Caller } from '../http/door.ts';

/** Notes which turns that nobody asked for a stream has written to its client (law 18). A turn that somebody asked for costs nothing. */
export class SeenNotices {
  readonly #options: { readonly db: Database; readonly clock: Clock };
  readonly #background: Background;

  constructor(options: { readonly db: Database; readonly clock: Clock }, background: Background) {
    this.#options = options;
    this.#background = background;
  }

  /**
   * These turns were written to a client of this caller. What a caller who proved nothing was shown counts as unseen: otherwise any local
   * process, a tool of the agent too, could keep notices from the channels of the person. A failure leaves a notice unseen as well, so it is
   * shown again rather than never.
   */
  note(
    { agent, voice }: Pick<Caller, 'agent' | 'voice'>,
    turns: readonly Pick<TurnRow, 'id' | 'source'>[],
  ): void {
    if (voice === 'none') return;
    const ids = turns.filter(({ source }) => selfStartedSources.includes(source)).map(({ id }) => id);
    if (ids.length === 0) return;
    const { clock, db } = this.#options;
    this.#background.run(
      async () => void (await markSeen(db, agent.id, ids, await clock.now())),
      'what a stream showed is not noted as seen',
      { agentId: agent.id },
    );
  }
}
