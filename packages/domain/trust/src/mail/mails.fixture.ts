import type { MailPin, RawMail } from './mail-evidence.ts';

/** The server of the mailbox in these tests. */
export const pin: MailPin = { authserv: 'mx.home.test' };
/** A header that proves the owner. */
export const good =
  'mx.home.test; dkim=pass header.d=owner.test; spf=pass smtp.mailfrom=ann@owner.test; dmarc=pass header.from=owner.test';

/** A mail of the owner, proven, with `parts` in place of its own. */
export function mail(parts: Partial<RawMail> = {}): RawMail {
  return {
    mailbox: 'inbox',
    from: ['Ann Owner <ann@owner.test>'],
    replyTo: [],
    authenticationResults: [good],
    messageId: '<1@owner.test>',
    bytes: 1_200,
    ...parts,
  };
}
