import { type Header, valueOf, valuesOf } from './header-block.ts';

/** Headers that only programs write. */
const ofPrograms = new Set(['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'feedback-id']);
/** Addresses behind which nobody reads. */
const ofNobody =
  /(?:^|[\s<"])(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+.-][^@\s]*)?@/i;

/** True for a mail that a program sent, as far as its headers say so: a report, an absence notice, a list, a newsletter. */
export function isAutoSubmitted(headers: readonly Header[]): boolean {
  if (headers.some(({ name }) => ofPrograms.has(name))) return true;
  const says = (name: string, what: RegExp): boolean => what.test((valueOf(headers, name) ?? '').trim());
  return (
    says('auto-submitted', /^(?!no\b)\S/i) ||
    says('precedence', /^(bulk|list|junk|auto_reply)\b/i) ||
    says('return-path', /^<\s*>$/) ||
    says('content-type', /^multipart\/report\b/i) ||
    valuesOf(headers, 'from').some((from) => ofNobody.test(from))
  );
}
