import { mailReceiver } from '@salience/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createMailSender, greetSmtpServer, type Mail, parseSmtpUrl, type SmtpServer } from '../src/index.ts';

const mail: Mail = {
  id: 'dlv_0193',
  to: 'ana@example.org',
  subject: 'default: Zahnarzt um 9 – früh',
  text: 'Zahnarzt um 9.\n.\n.. zwei Punkte\nGrüße 👋',
  at: new Date('2026-11-23T08:00:00Z'),
};
const yes = () => Promise.resolve(true);

async function stage(timeoutMs = 5_000) {
  const server = await mailReceiver();
  onTestFinished(() => server.close());
  const smtp = parseSmtpUrl(server.url) as SmtpServer;
  const from = { name: 'Salience', address: 'bot@salience.test' };
  return { server, smtp, sender: createMailSender({ server: smtp, from, timeoutMs }) };
}

/** Headers by lower-case name, and the decoded body. */
function read(raw: string) {
  const at = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, at)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = raw.slice(at + 4);
  const encoding = headers['content-transfer-encoding'];
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8')
        : body;
  return { headers, names: lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()), text };
}

test('a mail arrives whole, says that no person wrote it, and has an id that follows from its delivery', async () => {
  const { sender, server } = await stage();
  expect(await sender.send(mail, yes)).toEqual({ kind: 'delivered' });
  const [got] = server.received;
  expect(got).toMatchObject({ from: 'bot@salience.test', to: ['ana@example.org'] });
  const { headers, text } = read(got?.raw ?? '');
  expect(headers).toMatchObject({
    'message-id': '<dlv_0193@salience.test>',
    'auto-submitted': 'auto-generated',
    to: 'ana@example.org',
    from: 'Salience <bot@salience.test>',
    'content-type': 'text/plain; charset=utf-8',
  });
  expect(text.replaceAll('\r\n', '\n').trimEnd()).toBe(mail.text);
});

test('threat: no text ends a header or adds one', async () => {
  const { sender, server } = await stage();
  const ends = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0'];
  for (const end of ends) {
    const subject = `hello${end}Bcc: eva@example.org${end}${end}X-Evil: yes`;
    const text = `${end}.${end}MAIL FROM:<eva@example.org>${end}`;
    expect(await sender.send({ ...mail, subject, text }, yes)).toEqual({ kind: 'delivered' });
  }
  expect(server.received).toHaveLength(ends.length);
  for (const { raw, to } of server.received) {
    expect(to).toEqual(['ana@example.org']);
    expect(read(raw).names).not.toContain('bcc');
    expect(read(raw).names).not.toContain('x-evil');
  }
});

test('nothing leaves before it has begun, and nothing at all if it was taken over (law 4)', async () => {
  const { sender, server } = await stage();
  const seen: number[] = [];
  await sender.send(mail, () => {
    seen.push(server.received.length);
    return Promise.resolve(true);
  });
  expect(seen).toEqual([0]);
  expect(await sender.send(mail, () => Promise.resolve(false))).toEqual({ kind: 'lost' });
  expect(await sender.send(mail, () => Promise.reject(new Error('the database is away')))).toEqual({
    kind: 'retry',
    error: 'not-begun',
  });
  expect(server.received).toHaveLength(1);
});

test.each([
  [
    'an address that is refused for now',
    { refuse: 450, at: 'recipient' },
    { kind: 'retry', error: 'smtp-450' },
    false,
  ],
  [
    'an address that is refused',
    { refuse: 550, at: 'recipient' },
    { kind: 'failed', error: 'smtp-550' },
    false,
  ],
  [
    'content that is refused for now',
    { refuse: 451, at: 'content' },
    { kind: 'retry', error: 'smtp-451' },
    true,
  ],
  ['content that is refused', { refuse: 554, at: 'content' }, { kind: 'failed', error: 'smtp-554' }, true],
  ['a line that breaks after the content', 'cut', { kind: 'unknown', error: 'no-answer' }, true],
] as const)('%s', async (_, answer, outcome, begins) => {
  const { sender, server } = await stage();
  let begun = false;
  server.answer(answer);
  expect(await sender.send(mail, () => ((begun = true), yes()))).toEqual(outcome);
  expect(begun).toBe(begins);
});

test('a server that says nothing after the content leaves it unknown; one that is not there, to be tried again', async () => {
  const { sender, server, smtp } = await stage(500);
  await greetSmtpServer(smtp, 5_000);
  server.answer('hang');
  expect(await sender.send(mail, yes)).toEqual({ kind: 'unknown', error: 'no-answer' });
  await server.close();
  expect(await sender.send(mail, yes)).toEqual({ kind: 'retry', error: 'unreachable' });
  await expect(greetSmtpServer(smtp, 500)).rejects.toThrow('ECONNREFUSED');
});

test('threat: a server elsewhere gets no mail without encryption', async () => {
  const { server, smtp } = await stage();
  const sender = createMailSender({
    server: { ...smtp, loopback: false },
    from: { name: '', address: 'bot@salience.test' },
    timeoutMs: 5_000,
  });
  expect(await sender.send(mail, yes)).toMatchObject({ kind: 'retry' });
  expect(server.received).toEqual([]);
});
