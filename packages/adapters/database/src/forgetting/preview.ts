import type { AgentId, TurnId } from '@salience/contracts';
import type { AboutWhy } from '@salience/memory';
import { type Database, withAgent } from '../connect.ts';
import type { ForgetScope } from '../queries/forgetting.ts';
import { callIn } from '../settling/memory-lock.ts';
import type { FoundAbout } from '../settling/find-about.ts';
import { findWished } from '../settling/find-wished.ts';

/** What would be forgotten. */
export interface ForgetPreview {
  /** Items by kind. What only repeats a word that nobody else says goes too and is not counted. */
  readonly counts: Readonly<Record<string, number>>;
  /** Nothing matches, nor is such a person known: there is nothing to forget. */
  readonly isEmpty: boolean;
  /** Some of the turns, earliest first. `why` is null for what goes with another turn or by its place. */
  readonly examples: readonly PreviewedTurn[];
  /** Turns that may be about the person; they stay. */
  readonly unsure: { readonly count: number; readonly examples: readonly PreviewedTurn[] };
  /** The names of the person that were looked for. */
  readonly names: readonly string[];
  /** What the person is to whom, as far as it was said. */
  readonly relations: readonly string[];
  /** Those of them that somebody else is too, so that the word alone means nobody. */
  readonly shared: readonly string[];
}

/** A turn in a preview. */
export interface PreviewedTurn {
  readonly turnId: TurnId;
  readonly at: Date;
  /** At most 160 characters. */
  readonly text: string;
  readonly why: AboutWhy | null;
  /** The words that decide; null where there are none. */
  readonly words: string | null;
}

/** What is asked to be shown. */
export interface PreviewWish {
  readonly agentId: AgentId;
  readonly scope: ForgetScope;
  readonly target: string;
  readonly alsoNamed?: readonly string[];
  /** Who asks: of a statement "I" is them. Default: whoever speaks without a name. */
  readonly speaker?: string | null;
  /** The turn that asks, which is no part of what is counted. */
  readonly askedIn?: TurnId;
  readonly now: Date;
}

const shownMax = 8;

/** What a request would forget, without writing anything (law 11). */
export function previewForgetting(db: Database, wish: PreviewWish): Promise<ForgetPreview> {
  const { agentId, alsoNamed = [], askedIn = null, now, scope, speaker = null, target } = wish;
  return withAgent(db, agentId, async (client) => {
    const found =
      scope === 'person' || scope === 'statement'
        ? await findWished(client, { agentId, scope, target, alsoNamed, speaker, until: now })
        : undefined;
    const why = new Map((found?.gone ?? []).map((one) => [one.id, one]));
    const seen = await callIn<{
      counts: Record<string, number>;
      said: { id: TurnId; at: string; text: string }[];
    }>(client, 'forget_preview', {
      agentId,
      scope,
      target,
      names: found?.names ?? [],
      askedIn,
      now,
      about: [...why.keys()],
      said: shownMax,
    });
    const unsure = found?.unsure ?? [];
    const { rows } = await client.query<{ id: TurnId; at: Date; text: string }>({
      name: 'turns_shown',
      text: 'select id, said_at as at, left(text, 160) as text from salience.turns where agent_id = $1 and id = any ($2) order by said_at, id',
      values: [agentId, unsure.slice(0, shownMax).map(({ id }) => id)],
    });
    const words = new Map(unsure.map((one) => [one.id, one]));
    return {
      counts: seen.counts,
      isEmpty: Object.keys(seen.counts).length === 0,
      examples: seen.said.map((one) => previewed({ ...one, at: new Date(one.at) }, why)),
      unsure: { count: unsure.length, examples: rows.map((one) => previewed(one, words)) },
      names: found?.called ?? [],
      relations: found?.relations ?? [],
      shared: found?.shared ?? [],
    };
  });
}

function previewed(
  { at, id, text }: { readonly id: TurnId; readonly at: Date; readonly text: string },
  found: ReadonlyMap<TurnId, FoundAbout['gone'][number]>,
): PreviewedTurn {
  const one = found.get(id);
  return { turnId: id, at, text, why: one?.why ?? null, words: one?.words ?? null };
}
