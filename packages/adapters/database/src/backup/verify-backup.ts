import { type ReadBackup, readContents } from './contents.ts';
import { unpacked } from './packing.ts';
import { readRecords } from './records.ts';
import { requireSchema } from './schema-of.ts';

/**
 * Reads a backup to its end without a database, to check that it is whole and of this build's schema. Throws `backup.unknown-file`,
 * `backup.damaged` or `backup.schema`.
 */
export function verifyBackup(source: AsyncIterable<Buffer>): Promise<ReadBackup> {
  return readContents(readRecords(unpacked(source)), {
    header: (header) => requireSchema(header),
    async table(_name, rows) {
      // The rows are discarded: reading compares the checksum.
      for await (const _piece of rows);
      return undefined;
    },
    sequences: () => {},
  });
}
