import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { SalienceError } from '@salience/errors';
import { damaged, notABackup } from './records.ts';

/** The bytes packed. What `source` throws is thrown on. */
export function packed(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The reader of the stream gets its errors; without a callback they would be unhandled as well.
  return pipeline(Readable.from(source, { objectMode: false }), createGzip({ level }), () => {});
}

/** Level 3 takes half the time of gzip's own default and packs a twentieth worse. */
const level = 3;

/** The bytes unpacked. Throws `backup.unknown-file` for what was never packed, `backup.damaged` for what is cut off or changed. */
export async function* unpacked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(
      Readable.from(source, { objectMode: false }),
      createGunzip(),
      () => {},
    ) as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof SalienceError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw /incorrect header check/.test(String(error))
      ? notABackup(error)
      : damaged('it cannot be unpacked', error);
  }
}
