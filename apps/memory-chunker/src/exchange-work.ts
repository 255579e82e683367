import type { MemoryWork } from '@salience/runtime';
import { chunkExchange } from './chunk-exchange.ts';
import {
  type ChunkerDeps,
  loadDue,
  type Loaded,
  type Made,
  type Piece,
  pieceOf,
  sourcesOf,
} from './chunk-work.ts';
import { earliestOf } from './earliest.ts';

/** Makes chunks exchange by exchange, the earliest first, as soon as they are there: it costs no model anything. */
export function exchangeWork(deps: ChunkerDeps): Pick<MemoryWork<Loaded, Piece, Made>, 'load' | 'make'> {
  return {
    async load(ask) {
      const { retries, threads } = await loadDue(deps, ask);
      const waiting = earliestOf(threads, ask.most);
      const again = retries.flatMap((retry) => retry.exchangeIds.map((id) => ({ id, retry })));
      const sources = await sourcesOf(deps, ask.agentId, [...waiting, ...again.map(({ id }) => id)]);
      return {
        threads: threads.map((thread) => ({ thread, dueAt: null, waitsFrom: 0 })),
        retries,
        pieces: [
          ...waiting.flatMap((id) => pieceOf(sources.get(id))),
          ...again.flatMap(({ id, retry }) => pieceOf(sources.get(id), retry)),
        ],
      };
    },
    async make(agentId, { sources }, _loaded, signal) {
      const chunks = [];
      for (const source of sources) chunks.push(await chunkExchange(deps, agentId, source, signal));
      return { chunks };
    },
  };
}
