// One hash for all functions of the database's schema, as the database room works it out (src/function-files.ts). The bundler puts it
// into programs, and runs on runtimes that cannot read TypeScript.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SQL = fileURLToPath(new URL('../packages/adapters/database/sql', import.meta.url));

/** The hash of the functions below `folder`, which holds `<room>/<function>.sql`. */
export function functionSet(folder = SQL) {
  const lines = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: room }) =>
      readdirSync(join(folder, room))
        .filter((file) => file.endsWith('.sql'))
        .map((file) => {
          const text = readFileSync(join(folder, room, file), 'utf8').replaceAll('\r\n', '\n');
          return [file.slice(0, -'.sql'.length), createHash('sha256').update(text).digest('hex')];
        }),
    )
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, hash]) => `${name} ${hash}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
