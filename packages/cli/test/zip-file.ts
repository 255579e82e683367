import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface Zipped {
  readonly name: string;
  readonly text: string;
  /** What its header claims instead of its size. */
  readonly claims?: number;
  /** The header says that it is locked with a password. */
  readonly isLocked?: boolean;
}

/** A zip archive, as PKWARE's APPNOTE describes it, with what each test plants in its headers. */
export function zipFile(files: readonly Zipped[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, claims, isLocked = false } of files) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw);
    const title = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isLocked ? 0x801 : 0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claims ?? raw.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, title]));
    bodies.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}
