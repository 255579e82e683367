import type { Answer, AnswerListener } from './ask-once.ts';

/** Where an answer is written. */
export interface AnswerOutput {
  write(text: string): void;
  /** True where a line can be erased again. */
  readonly rewritable: boolean;
}

/**
 * Writes an answer as it comes. `[thinking]` stands in the line until the first word, where the output can
 * erase it. When the answer had to begin anew, that is said, because written words cannot be taken back.
 */
export class AnswerWriter implements AnswerListener {
  readonly #output: AnswerOutput;
  readonly #dim: (text: string) => string;
  #written = '';
  #status = false;

  constructor(output: AnswerOutput, dim: (text: string) => string) {
    this.#output = output;
    this.#dim = dim;
  }

  onStatus(status: string): void {
    if (!this.#output.rewritable || this.#written !== '') return;
    this.#clearStatus();
    this.#output.write(this.#dim(`[${status === 'still_working' ? 'still working' : status}]`));
    this.#status = true;
  }

  onDelta(text: string): void {
    this.#clearStatus();
    this.#written += text;
    this.#output.write(text);
  }

  onReset(): void {
    if (this.#written !== '') this.#output.write(this.#dim('\n[the answer begins anew]\n'));
    this.#written = '';
  }

  /** Writes what is still missing of the whole answer and ends the line. */
  finish(answer: Answer): void {
    this.#clearStatus();
    const whole = answer.message?.text ?? '';
    if (this.#written !== '' && whole !== '' && !whole.startsWith(this.#written)) {
      this.onReset();
    }
    this.#output.write(whole.slice(this.#written.length));
    if (whole !== '' || this.#written !== '') this.#output.write('\n');
  }

  #clearStatus(): void {
    if (this.#status) this.#output.write('\r\u001b[2K');
    this.#status = false;
  }
}
