import { describe, expect, test } from 'vitest';
import { postgresListener } from './postgres-listener.ts';
import { redisListener } from './redis-listener.ts';

/** A message as a client sends it to Postgres: a letter, the length of the rest, the rest. */
function sent(letter: string, body: string): Buffer {
  const message = Buffer.alloc(5 + body.length);
  message.write(letter);
  message.writeInt32BE(4 + body.length, 1);
  message.write(body, 5);
  return message;
}

const startup = Buffer.concat([Buffer.from([0, 0, 0, 13]), Buffer.from('user\0QQS\0')]);

describe('round trips to Postgres', () => {
  const conversation = Buffer.concat([
    startup,
    sent('p', 'password'),
    // Parse, bind, execute, sync: one wait, whatever letters are inside of the texts.
    sent('P', 'select 1 -- QSQS'),
    sent('B', '\0claim\0S'),
    sent('E', 'Q'),
    sent('S', ''),
    sent('Q', 'listen salience'),
    sent('X', ''),
  ]);

  test.each([1, 2, 3, 7, 64, conversation.length])('are counted alike in pieces of %i bytes', (size) => {
    const trips: string[] = [];
    const hear = postgresListener((statement) => trips.push(statement));
    for (let at = 0; at < conversation.length; at += size) hear(conversation.subarray(at, at + size));
    expect(trips).toEqual(['claim', '']);
  });
});

describe('commands to Redis', () => {
  const commands = Buffer.from(
    '*3\r\n$3\r\nset\r\n$3\r\nkey\r\n$6\r\nä\r\n*1\r\n*1\r\n$4\r\nPING\r\n*2\r\n$3\r\nGET\r\n$0\r\n\r\n',
  );

  test.each([1, 2, 5, commands.length])('are read alike in pieces of %i bytes', (size) => {
    const heard: string[][] = [];
    const hear = redisListener((words) => heard.push([...words]));
    for (let at = 0; at < commands.length; at += size) hear(commands.subarray(at, at + size));
    expect(heard.map((words) => words[0])).toEqual(['SET', 'PING', 'GET']);
    expect(heard[0]?.[1]).toBe('key');
    expect(heard[2]).toEqual(['GET', '']);
  });
});
