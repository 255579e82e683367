import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../http/door.ts';
import { StreamLimit } from './stream-limit.ts';

const caller = { agent: { id: 'agt_1' }, name: 'key' } as Caller;
const newResponse = () => new ServerResponse(new IncomingMessage(new Socket())) as Response;

describe('StreamLimit', () => {
  it('gives slots back when responses close, also those that had closed before they took one', () => {
    const limit = new StreamLimit(1);
    const left = newResponse();
    left.destroy();
    left.emit('close');
    limit.take(caller, left);
    const first = newResponse();
    limit.take(caller, first);
    expect(() => limit.take(caller, newResponse())).toThrow('You have 1 open streams');
    first.destroy();
    first.emit('close');
    limit.take(caller, newResponse());
  });
});
