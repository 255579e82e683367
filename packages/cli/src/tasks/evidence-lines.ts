import { visibleText } from '@salience/act';
import type { Evidence, InboundView } from '@salience/contracts';
import { localTime } from '@salience/language';
import { authorisationWords, authorityWords, classWords } from '@salience/trust';

const pinned: Readonly<Record<'missing' | 'other' | 'pinned', string>> = {
  pinned: 'its mail server says what it checked',
  other: 'what was checked is said by another server than that of the mailbox, and counts for nothing',
  missing: 'no server says what was checked',
};

/** What an inlet found out about who sent a message, and what followed from that: a line each. */
export function evidenceLines(inbound: InboundView, zone: string): string[] {
  const { action_class: asked, authorisation, authority, evidence, source, why } = inbound;
  return [
    `${visibleText(source)}, from ${visibleText(inbound.sender)} at ${localTime(inbound.received_at, zone)}`,
    ...(evidence === null ? ['nothing: it was turned away before'] : foundOut(evidence, zone)),
    `authority ${authority}: ${authorityWords[authority]}`,
    `asks for ${asked}: to ${classWords[asked]}`,
    `so it was ${authorisationWords[authorisation]}: ${why}`,
    ...(inbound.count === 1 ? [] : [`it stands for ${inbound.count} alike`]),
  ];
}

function foundOut(evidence: Evidence, zone: string): string[] {
  switch (evidence.kind) {
    case 'mail': {
      const { aligned, authserv, checks, from, name, notes } = evidence;
      const called = name === null ? '' : `, who calls themself "${visibleText(name)}"`;
      return [
        from === null ? 'no single address of a sender' : `address ${visibleText(from)}${called}`,
        pinned[authserv],
        ...checks.map(({ domain, method, result }) =>
          visibleText(`${method} ${result}${domain === null ? '' : ` for ${domain}`}`),
        ),
        aligned
          ? 'DKIM and DMARC passed for the domain of the address'
          : 'DKIM and DMARC did not pass for the domain of the address',
        ...(notes.length === 0 ? [] : [visibleText(`noticed: ${notes.join(', ')}`)]),
      ];
    }
    case 'hook': {
      const { bytes, name, secret, sentAt } = evidence;
      const which = secret === 'current' ? 'its secret' : 'the secret that it had before';
      return [
        `hook "${visibleText(name)}", signed with ${which} at ${localTime(sentAt, zone)}, ${bytes} bytes`,
      ];
    }
    case 'person':
      return [visibleText(`asked for by ${evidence.by}`)];
  }
}
