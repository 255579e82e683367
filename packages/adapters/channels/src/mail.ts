import { Readable } from 'node:stream';
import { composeMail, domainOf, type Mail } from './compose-mail.ts';
import type { SendOutcome } from './outcome.ts';
import type { MailFrom, SmtpServer } from './smtp-server.ts';

/** Sends mails. */
export interface MailSender {
  /**
   * Sends one, once. The server is asked first whether it takes mail for this address. Then `begin` is called, and nothing of the mail leaves
   * before it resolves: with false, or if it rejects, nothing leaves at all. Never rejects.
   */
  send(mail: Mail, begin: () => Promise<boolean>): Promise<SendOutcome>;
}

/** Options of a sender. */
export interface MailOptions {
  readonly server: SmtpServer;
  readonly from: MailFrom;
  /** For the whole exchange with the server, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Makes a sender; a connection of its own for each mail. */
export function createMailSender({ from, server, timeoutMs = 30_000 }: MailOptions): MailSender {
  return {
    async send(mail, begin) {
      const [{ default: SMTPConnection }, content] = await Promise.all([
        import('nodemailer/lib/smtp-connection'),
        composeMail(mail, from),
      ]);
      const connection = new SMTPConnection({
        host: server.host,
        port: server.port,
        secure: server.secure,
        requireTLS: !server.secure && !server.loopback,
        ignoreTLS: server.loopback,
        name: domainOf(from.address),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
      });
      return await new Promise<SendOutcome>((resolve) => {
        let begun = false;
        const end = (outcome: SendOutcome): void => {
          clearTimeout(timer);
          if (outcome.kind === 'delivered') connection.quit();
          else connection.close();
          resolve(outcome);
        };
        const fail = (error: unknown): void => end(outcomeOf(error, begun));
        const timer = setTimeout(() => fail(new TimedOut()), timeoutMs);
        const source = contentAfter(
          async () => (begun = await begin()),
          content,
          () => end({ kind: 'lost' }),
          () => end({ kind: 'retry', error: 'not-begun' }),
        );
        const send = (): void =>
          connection.send({ from: from.address, to: [mail.to], size: content.length }, source, (error) =>
            error ? fail(error) : end({ kind: 'delivered' }),
          );
        connection.on('error', fail);
        connection.connect((error) => {
          if (error) fail(error);
          else if (server.auth === undefined) send();
          else connection.login({ ...server.auth }, (refused) => (refused ? fail(refused) : send()));
        });
      });
    },
  };
}

class TimedOut extends Error {}

/** A stream that is read once the server asks for the content; it begins before it gives any. */
function contentAfter(
  begin: () => Promise<boolean>,
  content: Buffer,
  onLost: () => void,
  onError: () => void,
): Readable {
  let asked = false;
  return new Readable({
    read() {
      if (asked) return;
      asked = true;
      begin().then((ours) => {
        if (!ours) return onLost();
        this.push(content);
        this.push(null);
      }, onError);
    },
  });
}

/** A reply of the server is its word. Without one, what has begun to leave may have arrived. */
function outcomeOf(error: unknown, begun: boolean): SendOutcome {
  const { code, command, responseCode } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  if (responseCode !== undefined && responseCode >= 400) {
    // What it says of us, our operator can mend; what it says of the mail stays so.
    const ofTheMail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '');
    const kind = responseCode >= 500 && ofTheMail ? 'failed' : 'retry';
    return { kind, error: `smtp-${responseCode}` };
  }
  if (begun) return { kind: 'unknown', error: 'no-answer' };
  if (error instanceof TimedOut || code === 'ETIMEDOUT') return { kind: 'retry', error: 'timeout' };
  return { kind: 'retry', error: code === 'ETLS' ? 'tls' : 'unreachable' };
}
