import { type ImapCommand, textOf } from './imap-command.ts';
import type { ImapSession } from './imap-session.ts';

/** Answers what a client may ask before it is logged in; false if the command is none of these. */
export function answerLogin(session: ImapSession, { args, name, tag }: ImapCommand): boolean {
  const { send, world } = session;
  switch (name) {
    case 'CAPABILITY':
      send(`* CAPABILITY ${world.capabilities.join(' ')}`);
      break;
    case 'NOOP':
      break;
    case 'ID':
      send('* ID ("name" "fixture")');
      break;
    case 'LOGOUT':
      send('* BYE bye');
      send(`${tag} OK done`);
      session.cut();
      return true;
    case 'LOGIN':
      logIn(session, tag, textOf(args[0]), textOf(args[1]) === world.password);
      return true;
    case 'AUTHENTICATE':
      authenticate(session, tag, textOf(args[0]).toUpperCase(), args[1] && textOf(args[1]));
      return true;
    default:
      return false;
  }
  send(`${tag} OK done`);
  return true;
}

function authenticate(session: ImapSession, tag: string, method: string, initial: string | undefined): void {
  const judge = (answer: string): void => {
    const text = Buffer.from(answer, 'base64').toString('utf8');
    if (method === 'PLAIN') {
      const [, user = '', password] = text.split('\0');
      return logIn(session, tag, user, password === session.world.password);
    }
    const [user = '', bearer = ''] = text.split('\u0001').map((field) => field.replace(/^\w+=/, ''));
    const token = bearer.replace(/^Bearer /, '');
    if (session.world.tokens.has(token)) return logIn(session, tag, user, true);
    // The protocol tells why in a question, whose answer does not matter.
    session.ask(
      () => logIn(session, tag, user, false),
      Buffer.from('{"status":"400","schemes":"bearer"}').toString('base64'),
    );
  };
  if (method !== 'PLAIN' && method !== 'XOAUTH2') session.send(`${tag} NO no such method`);
  else if (initial === undefined || initial === '') session.ask(judge);
  else judge(initial);
}

function logIn(session: ImapSession, tag: string, user: string, right: boolean): void {
  const { send, world } = session;
  if (!right || user !== world.user) return send(`${tag} NO [AUTHENTICATIONFAILED] not you`);
  session.user = user;
  send(`${tag} OK [CAPABILITY ${world.capabilities.join(' ')}] welcome`);
}
