import type { Response } from 'express';
import { answerOf } from '../http/problems.ts';
import type { EventSink } from '../streams/event-sink.ts';
import type { PlacedEvent } from '../streams/turn-progress.ts';
import { type ChunkHead, chunk, usageChunk } from './chunks.ts';
import { openAiError } from './errors.ts';
import type { Outcome } from './outcome.ts';

const restarted = '\n\n(The answer was started over. Here it is whole.)\n\n';

/**
 * Writes a turn as completion chunks. The protocol cannot take a delta back, so at the end the sent text is compared with the
 * committed answer and corrected: the client always ends with the whole committed answer.
 */
export class CompletionSink implements EventSink {
  readonly #response: Response;
  readonly #head: ChunkHead;
  #sent = '';
  #stale = false;

  constructor(response: Response, head: ChunkHead) {
    this.#response = response;
    this.#head = head;
    this.#data(chunk(head, { role: 'assistant', content: '' }));
  }

  send(events: readonly PlacedEvent[]): void {
    for (const { event } of events) {
      // Another worker starts over: more deltas would mix two answers.
      if (event.type === 'reset' && this.#sent !== '') this.#stale = true;
      if (event.type === 'delta' && !this.#stale) this.#content(event.text);
    }
  }

  keepAlive(): void {
    this.#write(': keep-alive\n\n');
  }

  backlogBytes(): number {
    return this.#response.writableLength;
  }

  /** Sends what is missing of the answer and ends the stream. */
  end(outcome: Outcome): void {
    if (outcome.error !== undefined) {
      this.#data(openAiError(answerOf(outcome.error)).body);
      this.#response.end();
      return;
    }
    const { text, usage } = outcome;
    if (text.startsWith(this.#sent)) this.#content(text.slice(this.#sent.length));
    else this.#content(restarted + text);
    this.#data(chunk(this.#head, {}, 'stop'));
    if (this.#head.withUsage) this.#data(usageChunk(this.#head, usage));
    this.#write('data: [DONE]\n\n');
    this.#response.end();
  }

  #content(text: string): void {
    if (text === '') return;
    this.#sent += text;
    this.#data(chunk(this.#head, { content: text }));
  }

  #data(value: object): void {
    this.#write(`data: ${JSON.stringify(value)}\n\n`);
  }

  #write(text: string): void {
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write(text);
  }
}
