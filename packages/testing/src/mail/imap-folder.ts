/** A mail as a folder keeps it. */
export interface StoredMail {
  readonly uid: number;
  readonly raw: Buffer;
  /** As `\Seen`. */
  readonly flags: readonly string[];
  /** When it arrived. */
  readonly at: Date;
}

/** A folder of a mailbox. */
export interface ImapFolder {
  readonly name: string;
  /** As `\Drafts`. */
  readonly specialUse: string | undefined;
  readonly mails: readonly StoredMail[];
  readonly uidValidity: number;
  readonly uidNext: number;
  /** Stores a mail; gives its number. */
  add(raw: Buffer, flags: readonly string[], at: Date): number;
  remove(uid: number): void;
  /** Gives all mails new numbers, from 1. */
  renumber(uidValidity: number): void;
  setFlags(uid: number, flags: readonly string[]): void;
}

/** Makes an empty folder. */
export function imapFolder(name: string, specialUse?: string): ImapFolder {
  let mails: StoredMail[] = [];
  let uidValidity = 1_000;
  let uidNext = 1;
  return {
    name,
    specialUse,
    get mails() {
      return mails;
    },
    get uidValidity() {
      return uidValidity;
    },
    get uidNext() {
      return uidNext;
    },
    add(raw, flags, at) {
      const uid = uidNext++;
      mails = [...mails, { uid, raw, flags, at }];
      return uid;
    },
    remove(uid) {
      mails = mails.filter((mail) => mail.uid !== uid);
    },
    renumber(validity) {
      uidValidity = validity;
      mails = mails.map((mail, index) => ({ ...mail, uid: index + 1 }));
      uidNext = mails.length + 1;
    },
    setFlags(uid, flags) {
      mails = mails.map((mail) => (mail.uid === uid ? { ...mail, flags } : mail));
    },
  };
}

/** The mails that a sequence set such as `1:4,7,9:*` names, by position or by number. */
export function mailsIn(folder: ImapFolder, set: string, byUid: boolean): readonly StoredMail[] {
  const { mails } = folder;
  const numberOf = (mail: StoredMail, index: number): number => (byUid ? mail.uid : index + 1);
  const last = mails.length === 0 ? 0 : numberOf(mails[mails.length - 1] as StoredMail, mails.length - 1);
  const ranges = set.split(',').map((range) => {
    const [from = '0', to = from] = range.split(':');
    const ends = [from, to].map((end) => (end === '*' ? last : Number(end)));
    return [Math.min(...ends), Math.max(...ends)] as const;
  });
  return mails.filter((mail, index) =>
    ranges.some(([low, high]) => numberOf(mail, index) >= low && numberOf(mail, index) <= high),
  );
}

/** The head of a mail, with the empty line that ends it. */
export function headOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end < 0 ? raw : raw.subarray(0, end + 4);
}

/** The lines of a head that have one of these names, each with the lines that go on with it. */
export function headerLines(raw: Buffer, names: readonly string[]): Buffer {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const lines = headOf(raw)
    .toString('latin1')
    .split(/\r\n(?![ \t])/)
    .filter((line) => wanted.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()));
  return Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
}
