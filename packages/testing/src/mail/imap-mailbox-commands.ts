import { type ImapArgument, type ImapCommand, textOf } from './imap-command.ts';
import { fetchAnswer, itemsOf, marksSeen } from './imap-fetch.ts';
import { type ImapFolder, mailsIn, type StoredMail } from './imap-folder.ts';
import { searchIn } from './imap-search.ts';
import type { ImapSession } from './imap-session.ts';
import { folderNamed } from './imap-world.ts';

/** Answers what a client may ask once it is logged in; false if the command is none of these. */
export function mailboxCommands(session: ImapSession, command: ImapCommand): boolean {
  const { args, name, tag } = command;
  const answer = session.user === undefined ? undefined : answers[name];
  if (answer === undefined) return false;
  const end = answer(session, args, name);
  if (end !== undefined) session.send(`${tag} ${end}`);
  return true;
}

/** Sends what a command asks for; gives the words that end it, or undefined where the connection is cut. */
type Answer = (session: ImapSession, args: readonly ImapArgument[], name: string) => string | undefined;

const answers: Readonly<Record<string, Answer>> = {
  ENABLE: ({ send }) => (send('* ENABLED'), 'OK done'),
  NAMESPACE: ({ send }) => (send('* NAMESPACE (("" "/")) NIL NIL'), 'OK done'),
  LIST: list,
  LSUB: list,
  SELECT: select,
  EXAMINE: select,
  CLOSE: unselect,
  UNSELECT: unselect,
  STATUS: status,
  APPEND: append,
  FETCH: fetch,
  'UID FETCH': fetch,
  SEARCH: search,
  'UID SEARCH': search,
  STORE: store,
  'UID STORE': store,
};

function list({ send, world }: ImapSession, [, pattern]: readonly ImapArgument[], name: string): string {
  const wanted = textOf(pattern);
  if (wanted === '') send('* LIST (\\Noselect) "/" ""');
  for (const folder of world.folders.values()) {
    if (wanted !== '*' && wanted !== '%' && folderNamed(world, wanted) !== folder) continue;
    const flags = ['\\HasNoChildren', ...(folder.specialUse === undefined ? [] : [folder.specialUse])];
    send(`* ${name} (${flags.join(' ')}) "/" "${folder.name}"`);
  }
  return 'OK done';
}

function select(session: ImapSession, [path]: readonly ImapArgument[], name: string): string {
  const { send, world } = session;
  const folder = folderNamed(world, textOf(path));
  session.selected = undefined;
  if (folder === undefined) return 'NO [NONEXISTENT] no such folder';
  session.selected = folder;
  session.readOnly = name === 'EXAMINE';
  send('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
  send(`* ${folder.mails.length} EXISTS`);
  send(`* OK [UIDVALIDITY ${folder.uidValidity}] valid`);
  send(`* OK [UIDNEXT ${folder.uidNext}] next`);
  return `OK [${session.readOnly ? 'READ-ONLY' : 'READ-WRITE'}] done`;
}

function unselect(session: ImapSession): string {
  session.selected = undefined;
  return 'OK done';
}

function status({ send, world }: ImapSession, [path]: readonly ImapArgument[]): string {
  const folder = folderNamed(world, textOf(path));
  if (folder === undefined) return 'NO [NONEXISTENT] no such folder';
  const { mails, name, uidNext, uidValidity } = folder;
  send(`* STATUS "${name}" (MESSAGES ${mails.length} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity})`);
  return 'OK done';
}

function append(session: ImapSession, args: readonly ImapArgument[]): string | undefined {
  const { world } = session;
  const folder = folderNamed(world, textOf(args[0]));
  const raw = args.at(-1);
  if (folder === undefined) return 'NO [TRYCREATE] no such folder';
  if (!Buffer.isBuffer(raw)) return 'BAD expected a literal';
  const flags = args.find((argument) => Array.isArray(argument)) as readonly ImapArgument[] | undefined;
  const uid = folder.add(
    Buffer.from(raw),
    (flags ?? []).map((flag) => textOf(flag)),
    new Date(),
  );
  world.changed(folder);
  if (!world.happens('cut-after-append')) return `OK [APPENDUID ${folder.uidValidity} ${uid}] done`;
  session.cut();
  return undefined;
}

function fetch(session: ImapSession, args: readonly ImapArgument[], name: string): string | undefined {
  const { selected: folder, world } = session;
  if (folder === undefined) return 'NO no folder is selected';
  const byUid = name.startsWith('UID');
  const asked = itemsOf(args[1]);
  const items = byUid && !asked.some((item) => /^UID$/i.test(item)) ? ['UID', ...asked] : asked;
  const whole = items.some((item) => /\[\]/.test(item));
  if (whole && world.happens('refuse-fetch')) return 'NO [SERVERBUG] it cannot be read';
  for (const mail of mailsIn(folder, textOf(args[0]), byUid)) {
    if (marksSeen(items) && !session.readOnly) markSeen(folder, mail);
    const parts = [`* ${folder.mails.indexOf(mail) + 1} FETCH (`, ...fetchAnswer(mail, items), ')'];
    if (whole && world.happens('cut-in-mail')) {
      const literal = parts.find((part) => Buffer.isBuffer(part)) ?? Buffer.alloc(0);
      session.send(`* 1 FETCH (UID ${mail.uid} BODY[] {${literal.length}}`);
      session.send(literal.toString('latin1', 0, literal.length >> 1));
      session.cut();
      return undefined;
    }
    const lies = items.includes('RFC822.SIZE') && world.happens('lie-of-size');
    session.sendParts(
      parts.map((part) =>
        lies && typeof part === 'string' ? part.replace(/RFC822\.SIZE \d+/, 'RFC822.SIZE 100') : part,
      ),
    );
  }
  return 'OK done';
}

function markSeen(folder: ImapFolder, { flags, uid }: StoredMail): void {
  if (!flags.includes('\\Seen')) folder.setFlags(uid, [...flags, '\\Seen']);
}

function search(session: ImapSession, args: readonly ImapArgument[], name: string): string {
  const { selected: folder } = session;
  if (folder === undefined) return 'NO no folder is selected';
  const found = session.world.happens('blind-search') ? [] : searchIn(folder, args);
  if (found === undefined) return 'NO [BADSEARCH] not understood';
  const numbers = found.map((mail) => (name.startsWith('UID') ? mail.uid : folder.mails.indexOf(mail) + 1));
  session.send(['* SEARCH', ...numbers].join(' '));
  return 'OK done';
}

/** Sets flags, whatever they were: no client of ours should ask for it. */
function store(session: ImapSession, args: readonly ImapArgument[], name: string): string {
  const { readOnly, selected: folder } = session;
  if (folder === undefined || readOnly) return 'NO not in this folder';
  for (const mail of mailsIn(folder, textOf(args[0]), name.startsWith('UID'))) {
    folder.setFlags(mail.uid, itemsOf(args[2]));
  }
  return 'OK done';
}
