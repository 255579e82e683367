import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A mail that a server took, or read to its end before it went away. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came, with its headers. */
  readonly raw: string;
}

/** What a server does with a mail: takes it, refuses the address or the content, reads it all and cuts the line, or says nothing more. */
export type MailAnswer =
  | 'take'
  | 'cut'
  | 'hang'
  | { readonly refuse: number; readonly at: 'content' | 'recipient' };

/** A mail server on loopback. */
export interface MailReceiver {
  /** smtp://127.0.0.1:port */
  readonly url: string;
  /** Mails whose content came whole, in order, whatever was answered. */
  readonly received: readonly ReceivedMail[];
  /** Does so with the next ones, in this order, then takes them. */
  answer(...answers: readonly MailAnswer[]): void;
  close(): Promise<void>;
}

/** Starts a mail server without TLS and without accounts. */
export async function mailReceiver(): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let answers: MailAnswer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo(_address, _session, answered) {
      const [next] = answers;
      if (typeof next !== 'object' || next.at !== 'recipient') return answered();
      answers.shift();
      answered(refusal(next.refuse));
    },
    onData(stream: SMTPServerDataStream, session, answered) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        const answer = answers.shift() ?? 'take';
        if (answer === 'take') answered();
        else if (answer === 'cut') for (const socket of sockets) socket.destroy();
        else if (answer !== 'hang') answered(refusal(answer.refuse));
      });
    },
  });
  // A client that goes away, as those of tests do, is no failure of the server.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answer: (...next) => {
      answers = [...next];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('not here'), { responseCode });
}
