import type { UntoldThread } from '@salience/database/remembering';

type Waiting = Pick<UntoldThread, 'chunkedSeq'> & {
  readonly places: readonly Pick<UntoldThread['places'][number], 'id' | 'seq'>[];
};

/**
 * The ids of exchanges that wait for their chunks, the earliest first, `most` at most. Of each thread they are the first ones by their place: ids of
 * imported exchanges tell no time, and a watermark does not pass over a gap.
 */
export function earliestOf<T extends Waiting>(
  threads: readonly T[],
  most: number,
): T['places'][number]['id'][] {
  return threads
    .flatMap(({ chunkedSeq, places }) => {
      let key = '';
      return places
        .filter(({ seq }) => seq > chunkedSeq)
        .toSorted((a, b) => a.seq - b.seq)
        .map(({ id }) => {
          key = id > key ? id : key;
          return { id, key };
        });
    })
    .toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
    .slice(0, most)
    .map(({ id }) => id);
}
