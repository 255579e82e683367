import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { commandReader, type ImapCommand, textOf } from './imap-command.ts';
import type { ImapFolder } from './imap-folder.ts';
import { answerLogin } from './imap-login.ts';
import { mailboxCommands } from './imap-mailbox-commands.ts';
import type { ImapSession } from './imap-session.ts';
import type { ImapWorld } from './imap-world.ts';

/** What the server does with a connection from outside. */
export interface ServedConnection {
  /** Tells an idling client what changed; others hear it with their next command. */
  changed(folder: ImapFolder): void;
  destroy(): void;
}

/** A connection, and what was said over it. */
interface Line {
  socket: Socket;
  idling: boolean;
  /** How many mails the client knows of. */
  told: number;
}

/** Speaks IMAP over a socket until it closes. */
export function serveImap(first: Socket, world: ImapWorld): ServedConnection {
  const line: Line = { socket: first, idling: false, told: 0 };
  const session = sessionOver(line, world, (take) => reader.nextLine(take));
  const reader = commandReader({
    goOn: () => session.send('+ go on'),
    command: (command) => {
      world.heard.push(heardAs(command));
      if (session.user !== undefined && world.happens('no-answer')) return;
      if (command.name === 'STARTTLS') upgrade(command);
      else if (command.name === 'IDLE') idle(line, session, command);
      else obey(line, session, command);
    },
  });
  const upgrade = ({ tag }: ImapCommand): void => {
    if (world.startTls === undefined) return session.send(`${tag} BAD no TLS here`);
    session.send(`${tag} OK go on`);
    line.socket.removeAllListeners('data');
    listen(new TLSSocket(line.socket, { isServer: true, ...world.startTls }));
  };
  const listen = (socket: Socket): void => {
    line.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => reader.push(bytes));
    // A client that goes away, as those of tests do, is no failure of the server.
    socket.on('error', () => undefined);
  };
  listen(first);
  if (!world.happens('no-greeting')) session.send(`* OK [CAPABILITY ${world.capabilities.join(' ')}] ready`);
  return {
    changed(folder) {
      if (line.idling && folder === session.selected) tellCount(line, session);
    },
    destroy: () => line.socket.destroy(),
  };
}

function sessionOver(
  line: Line,
  world: ImapWorld,
  nextLine: (take: (line: string) => void) => void,
): ImapSession {
  const send = (text: string): void => void line.socket.write(`${text}\r\n`, 'latin1');
  return {
    world,
    user: undefined,
    selected: undefined,
    readOnly: false,
    send,
    sendParts(parts) {
      line.socket.cork();
      for (const part of parts) {
        if (typeof part !== 'string') line.socket.write(`{${part.length}}\r\n`);
        line.socket.write(part);
      }
      line.socket.write('\r\n');
      line.socket.uncork();
    },
    ask(take, prompt = '') {
      nextLine(take);
      send(`+ ${prompt}`);
    },
    cut: () => line.socket.destroySoon(),
  };
}

function obey(line: Line, session: ImapSession, command: ImapCommand): void {
  if (!answerLogin(session, command) && !mailboxCommands(session, command))
    session.send(`${command.tag} BAD ${command.name} is not spoken here`);
  if (command.name === 'SELECT' || command.name === 'EXAMINE')
    line.told = session.selected?.mails.length ?? 0;
  else if (command.name === 'NOOP' || command.name === 'APPEND') tellCount(line, session);
}

function idle(line: Line, session: ImapSession, { tag }: ImapCommand): void {
  if (session.selected === undefined) return session.send(`${tag} NO no folder is selected`);
  line.idling = true;
  session.ask(() => {
    line.idling = false;
    session.send(`${tag} OK done`);
  }, 'idling');
  tellCount(line, session);
}

function tellCount(line: Line, { selected, send }: ImapSession): void {
  if (selected === undefined || selected.mails.length === line.told) return;
  line.told = selected.mails.length;
  send(`* ${line.told} EXISTS`);
}

function heardAs({ args, name }: ImapCommand): string {
  if (name === 'LOGIN' || name === 'AUTHENTICATE') return name;
  const words = args.map((argument) =>
    typeof argument === 'string'
      ? argument
      : Buffer.isBuffer(argument)
        ? `{${argument.length}}`
        : `(${argument.map((item) => textOf(item)).join(' ')})`,
  );
  return [name, ...words].join(' ');
}
