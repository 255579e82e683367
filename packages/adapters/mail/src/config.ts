import { open } from 'node:fs/promises';
import process from 'node:process';
import type { ActionClass, Plan } from '@salience/contracts';
import { messageOf, SalienceError } from '@salience/errors';
import { z } from 'zod';
import { mailboxSchema, type OAuthConfig } from './config-schema.ts';

/** One mailbox: how it is reached, and what may be made of the mails in it. */
export interface MailboxConfig {
  /** What it is called, here and in evidence. */
  readonly name: string;
  /** The agent that its mails are for. */
  readonly agent: string;
  readonly host: string;
  readonly port: number;
  /** From the first byte, on request, or not at all; the last only to this machine. */
  readonly tls: boolean | 'starttls';
  readonly user: string;
  readonly login:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'oauth'; readonly oauth: OAuthConfig };
  /** The folder that is read. */
  readonly folder: string;
  /** The folder that drafts go to; null: the one that the server marks as that of drafts. */
  readonly drafts: string | null;
  /** The name under which the mail server of this mailbox says what it found out about a sender. */
  readonly authserv: string;
  /** Relays whose ARC seal is believed. */
  readonly arcSealers: readonly string[];
  /** Addresses, and `*@domain`, of senders who are listed; lower case. */
  readonly allow: readonly string[];
  /** What the mails of this mailbox ask for. */
  readonly action: ActionClass;
  /** The steps that are taken with one; `mail`: the built-in ones. */
  readonly plan: 'mail' | Plan;
  /** Where reading begins the first time: with the next mail, or with the first that is there. */
  readonly from: 'now' | 'start';
  /** The address of this mailbox, lower case. */
  readonly address: string;
}

const mailboxName = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i;

/**
 * Reads the mailboxes from a file of the form `{"mailboxes": {"name": {…}}}`. Every field must be known, so that a misspelt precaution is
 * an error and not a gap. `environment` holds what `passwordEnv` may name. Throws `config.mail`, which names the mailbox and the field of
 * every problem and never shows a value; also if others than its owner may read the file.
 */
export async function readMailboxes(
  file: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly MailboxConfig[]> {
  const boxes = mailboxesIn(await textOf(file), file);
  const problems: string[] = [];
  const read: MailboxConfig[] = [];
  for (const [name, value] of Object.entries(boxes)) {
    const result = parseMailbox(name, value, environment);
    if (Array.isArray(result)) problems.push(...result.map((problem) => `mailboxes.${name}${problem}`));
    else read.push(result as MailboxConfig);
  }
  if (problems.length > 0) throw invalid(file, problems);
  return read;
}

/**
 * The text of a file that nobody else may read: judged by the open file, so that it cannot be another one by then. A file of root's
 * that is read through a group is no fault of this process: so a secret is mounted into a pod.
 */
async function textOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw invalid(file, [`it cannot be read: ${messageOf(error)}`], error);
  });
  try {
    const { mode, uid } = await handle.stat();
    const ofRoot = uid === 0 && process.getuid?.() !== 0;
    if (process.platform !== 'win32' && (mode & (ofRoot ? 0o037 : 0o077)) !== 0)
      throw invalid(file, [
        `other accounts of this machine may read it, and it holds passwords: chmod 600 '${file}'`,
      ]);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function mailboxesIn(text: string, file: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser quotes what it read, which may be a secret.
    throw invalid(file, ['it is not JSON']);
  }
  const parsed = z.strictObject({ mailboxes: z.record(z.string(), z.unknown()) }).safeParse(json);
  if (!parsed.success)
    throw invalid(file, ['expected an object with one key, mailboxes, which holds mailboxes by name']);
  return parsed.data.mailboxes;
}

/** The mailbox, or its problems: each its place below the mailbox, and what is wrong there. */
function parseMailbox(
  name: string,
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): MailboxConfig | string[] {
  if (!mailboxName.test(name)) return [': a name has 1 to 64 letters, digits, dots, hyphens or underscores'];
  const result = mailboxSchema.safeParse(value);
  if (!result.success) return result.error.issues.map(problemOf);
  const { drafts, oauth, password, passwordEnv, port, ...rest } = result.data;
  const secret = passwordEnv === undefined ? password : environment[passwordEnv];
  if (oauth === undefined && (secret === undefined || secret === ''))
    return [`.passwordEnv: the environment variable that it names is not set`];
  return {
    ...rest,
    name,
    host: rest.host.toLowerCase(),
    authserv: rest.authserv.toLowerCase(),
    port: port ?? (rest.tls === true ? 993 : 143),
    drafts: drafts ?? null,
    login: oauth === undefined ? { kind: 'password', password: secret ?? '' } : { kind: 'oauth', oauth },
  };
}

/** Where something is wrong, and what: never what stands there. The names of unknown keys are shown, since one may be misspelt. */
function problemOf({ message, path }: z.core.$ZodIssue): string {
  const place = path.length > 0 ? `.${path.join('.')}` : '';
  return `${place}: ${message}`;
}

function invalid(file: string, problems: readonly string[], cause?: unknown): SalienceError {
  return new SalienceError(
    'config.mail',
    `The mailboxes in ${file} cannot be used:\n- ${problems.join('\n- ')}`,
    cause === undefined ? {} : { cause },
  );
}
