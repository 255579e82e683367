/** A mail as it was put into a folder. */
export interface DeliveredMail {
  /** The mailbox that reads the folder. */
  readonly mailbox: string;
  /** Its bytes, as text. */
  readonly raw: string;
  /** It lay there before reading began. */
  readonly before: boolean;
}

/** A folder as its server holds it at the end. */
export interface HeldFolder {
  readonly mailbox: string;
  readonly uidValidity: number;
  readonly mails: readonly {
    readonly uid: number;
    readonly raw: string;
    readonly flags: readonly string[];
  }[];
}

/** One sending of a message to a hook. `status` is null where no answer came: the message may be in or not. */
export interface SentMessage {
  readonly hookId: string;
  /** The `webhook-id`. */
  readonly id: string;
  readonly status: number | null;
  /** The task that an answer named. */
  readonly taskId: string | null;
}

/** One POST /tasks. `status` is null where no answer came. */
export interface AskedTask {
  /** The Idempotency-Key. */
  readonly key: string;
  readonly status: number | null;
  readonly taskId: string | null;
}

/** One answer of a person to a request, over the API. `status` is null where nobody told them what became of it. */
export interface GivenAnswer {
  readonly approvalId: string;
  readonly answer: 'approve' | 'refuse';
  readonly status: number | null;
}

/** An effect that a receiver saw. */
export interface SeenEffect {
  /** The idempotency key of the call. */
  readonly key: string;
  /** The argument that tells it from every other: no two errands ask for the same. */
  readonly text: string;
}

/** What everybody outside of the product wrote down in a run. */
export interface Witnesses {
  readonly mails: readonly DeliveredMail[];
  readonly folders: readonly HeldFolder[];
  readonly messages: readonly SentMessage[];
  readonly tasks: readonly AskedTask[];
  readonly answers: readonly GivenAnswer[];
  readonly effects: readonly SeenEffect[];
}
