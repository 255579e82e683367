import type { InboundMail } from '@salience/mail';
import { oneLine } from '@salience/tasks';

const namesMax = 20;
const nameMax = 100;

/** The names of what came with a mail, in one line: its sender chose them, and nothing of it was opened. Empty where nothing came with it. */
export function attachmentNote({ attachments }: Pick<InboundMail, 'attachments'>): string {
  if (attachments.length === 0) return '';
  const names = attachments
    .slice(0, namesMax)
    // A comma in a name would make two of it.
    .map(({ name }) => oneLine(name.replaceAll(',', ';'), nameMax) || 'without a name');
  const more = attachments.length - names.length;
  return `Attachments: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
