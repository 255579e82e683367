import { actionClassSchema, type Plan, planSchema } from '@salience/contracts';
import { z } from 'zod';
import { isLoopback } from './loopback.ts';

const host = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,253}[a-z0-9])?|[0-9a-f:.]{2,45})$/i, 'expected a host name');
const filled = z.string().min(1).max(4_000);
/** Goes into commands of the protocol and into headers: one line. */
const oneLine = filled.max(300).regex(/^[^\p{Cc}]+$/u, 'expected one line without control characters');
const address = z
  .string()
  .max(254)
  .regex(
    /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i,
    'expected a mail address such as ana@example.org',
  )
  .transform((text) => text.toLowerCase());
const pattern = z
  .string()
  .max(254)
  .regex(
    /^(?:\*|[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64})@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i,
    'expected an address such as bo@example.org, or *@example.org for all of a domain',
  )
  .transform((text) => text.toLowerCase());

const oauthSchema = z.strictObject({
  /** Where the refresh token is changed for an access token. */
  tokenUrl: z.url({ protocol: /^https?$/, error: 'expected an https:// address' }).refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === 'https:' || (url !== undefined && isLoopback(url.hostname));
  }, 'expected https://: a secret is sent there'),
  clientId: filled,
  /** A public client has none. */
  clientSecret: filled.optional(),
  refreshToken: filled,
  scope: filled.optional(),
});

/** The name of the built-in plan, or a plan; what is wrong with one is said by its own place. */
function planOf(value: unknown, context: z.core.$RefinementCtx): 'mail' | Plan {
  if (value === undefined || value === 'mail') return 'mail';
  const parsed = planSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path });
  return z.NEVER;
}

/** One mailbox as it stands in the file. */
export const mailboxSchema = z
  .strictObject({
    agent: oneLine.max(100).default('default'),
    host,
    port: z.number().int().min(1).max(65_535).optional(),
    tls: z.union([z.boolean(), z.literal('starttls')], 'expected true, false or "starttls"').default(true),
    user: oneLine,
    password: filled.optional(),
    passwordEnv: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'expected the name of an environment variable')
      .optional(),
    oauth: oauthSchema.optional(),
    folder: oneLine.default('INBOX'),
    drafts: oneLine.optional(),
    authserv: host,
    arcSealers: z.array(host).max(50).default([]),
    allow: z.array(pattern).max(1_000).default([]),
    action: actionClassSchema.default('read_public'),
    plan: z.unknown().optional().transform(planOf).default('mail'),
    from: z.enum(['now', 'start']).default('now'),
    address,
  })
  .superRefine((box, context) => {
    if (box.tls === false && !isLoopback(box.host)) {
      context.addIssue({
        code: 'custom',
        path: ['tls'],
        message: 'expected true or "starttls": only a server on this machine may be spoken to without TLS',
      });
    }
    const given = [box.password, box.passwordEnv, box.oauth].filter((login) => login !== undefined);
    if (given.length !== 1) {
      context.addIssue({
        code: 'custom',
        path: [],
        message: 'expected exactly one of "password", "passwordEnv" and "oauth"',
      });
    }
  });

/** How an access token is obtained. */
export type OAuthConfig = Readonly<z.infer<typeof oauthSchema>>;
