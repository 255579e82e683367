import { createVisibleText, visibleText } from '@salience/context';
import { terminalText } from '../terminal-text.ts';
import type { Answer, AnswerListener } from './ask-once.ts';

/** Where an answer is written. */
export interface AnswerOutput {
  write(text: string): void;
  /** True where a line can be erased again. */
  readonly rewritable: boolean;
}

/**
 * Writes an answer as it comes. `[thinking]` stands in the line until the first word, where the output can
 * erase it. When the answer had to begin anew, that is said, because written words cannot be taken back. Of the answer only what eyes see
 * is written, however it is cut into pieces.
 */
export class AnswerWriter implements AnswerListener {
  readonly #output: AnswerOutput;
  readonly #dim: (text: string) => string;
  #written = '';
  #visible = createVisibleText();
  #status = false;

  constructor(output: AnswerOutput, dim: (text: string) => string) {
    this.#output = output;
    this.#dim = dim;
  }

  onStatus(status: string): void {
    if (!this.#output.rewritable || this.#written !== '') return;
    this.#clearStatus();
    this.#ours(`[${status === 'still_working' ? 'still working' : status}]`);
    this.#status = true;
  }

  onDelta(text: string): void {
    this.#clearStatus();
    this.#tell(this.#visible.push(text));
  }

  onReset(): void {
    if (this.#written !== '') this.#ours('\n[the answer starts over]\n');
    this.#written = '';
    this.#visible = createVisibleText();
  }

  /** Writes what is still missing of the whole answer and ends the line. */
  finish(answer: Answer): void {
    this.#clearStatus();
    const whole = visibleText(answer.message?.text ?? '');
    // Where there is no whole answer, what was held back is all that is left.
    if (whole === '') this.#tell(this.#visible.end());
    if (this.#written !== '' && whole !== '' && !whole.startsWith(this.#written)) {
      this.onReset();
    }
    this.#output.write(whole.slice(this.#written.length));
    if (whole !== '' || this.#written !== '') this.#output.write('\n');
  }

  #tell(text: string): void {
    this.#written += text;
    this.#output.write(text);
  }

  #ours(text: string): void {
    this.#output.write(terminalText(this.#dim(text)));
  }

  #clearStatus(): void {
    if (this.#status) this.#output.write('\r\u001b[2K');
    this.#status = false;
  }
}
