/** What a mail says of its sender, as it came: the material of the evidence. Every value is unfolded and otherwise untouched. */
export interface RawMail {
  /** The name of the mailbox. */
  readonly mailbox: string;
  /** Every header From; a mail should have one. */
  readonly from: readonly string[];
  readonly replyTo: readonly string[];
  /** Every header Authentication-Results, the top one first: the one that the last server added. */
  readonly authenticationResults: readonly string[];
  /** As `<…>`; null where there is none, or several. */
  readonly messageId: string | null;
  /** The size of the whole mail. */
  readonly bytes: number;
}

/** A file that came with a mail. */
export interface Attachment {
  /** Empty where it has none. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** A mail that came in. Nothing in it but `raw.mailbox`, the numbers, the hash and `receivedAt` is to be believed. */
export interface InboundMail {
  readonly uid: number;
  readonly uidValidity: number;
  /** SHA-256 in hexadecimal digits of the bytes as they came; of a mail that is too large, of its headers and size. */
  readonly contentHash: string;
  /** When the server got it. */
  readonly receivedAt: Date;
  /** When it says that it was sent; null where it says so unreadably, several times, or not at all. */
  readonly sentAt: Date | null;
  readonly raw: RawMail;
  /** One line, at most 500 characters. */
  readonly subject: string;
  /** What eyes see of it, cleaned; beyond 24,000 characters a mark says how many more there are. */
  readonly text: string;
  /** Addresses of To and Cc, lower case. */
  readonly to: readonly string[];
  /** True for what a program sent: an answer of a machine, a list, a newsletter, a report. It gets no reply. */
  readonly autoSubmitted: boolean;
  readonly attachments: readonly Attachment[];
  /** Its size is beyond `maxBytes`: only its headers were read. */
  readonly tooLarge: boolean;
  /** It could not be taken apart: there are at most its headers. */
  readonly unreadable: boolean;
  /**
   * `parts-differ`: its plain text says something that its HTML does not show. `hidden-text`: its HTML holds words that nobody sees.
   * `encrypted`. `styles-too-complex`: its HTML was not read. `cut`: only the first 40,000 lines of a part were.
   */
  readonly notes: readonly string[];
}
