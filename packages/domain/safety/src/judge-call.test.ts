import { describe, expect, it } from 'vitest';
import { type GatedTool, judgeCall } from './judge-call.ts';

const tool = (parts: Partial<GatedTool>): GatedTool => ({
  name: 'notes',
  commandArguments: [],
  patterns: [],
  known: true,
  ...parts,
});
const ask = { pattern: 'deploy', level: 'confirm', reason: 'goes live' } as const;
const never = { pattern: String.raw`drop\s+database`, level: 'block', reason: 'destroys data' } as const;

describe('judgeCall', () => {
  it('lets a known tool pass whose arguments nobody finds fault with', () => {
    expect(judgeCall(tool({ patterns: [ask] }), { text: 'shutdown and rm -rf /' })).toEqual({
      level: 'safe',
      reasons: [],
    });
  });

  it('asks for a tool that nobody knows', () => {
    expect(judgeCall(tool({ known: false }), {}).level).toBe('confirm');
  });

  it('takes the gravest of all that matches, in whatever order it is declared', () => {
    const args = { deep: [{ text: 'deploy, then DROP\tDATABASE x' }] };
    for (const patterns of [
      [ask, never],
      [never, ask],
    ])
      expect(judgeCall(tool({ patterns }), args)).toEqual({
        level: 'block',
        reasons: ['destroys data: deep[0].text'],
      });
  });

  it('judges commands where they are named, as text and as a list', () => {
    const shell = tool({ commandArguments: ['command'] });
    expect(judgeCall(shell, { command: 'ls', note: 'rm -rf /' }).level).toBe('safe');
    expect(judgeCall(shell, { command: 'rm -rf /' }).level).toBe('block');
    expect(judgeCall(shell, { command: ['rm', '-rf', '/'] }).level).toBe('block');
    expect(judgeCall(shell, { command: ['echo', 'x; rm -rf /', "it's"] }).level).toBe('safe');
    expect(judgeCall(shell, { command: { rm: '/' } }).level).toBe('confirm');
  });

  it('fails closed on a broken pattern and on arguments too large to be looked through', () => {
    expect(judgeCall(tool({ patterns: [{ ...never, pattern: '(' }] }), {}).level).toBe('block');
    let deep: unknown = 'x';
    for (let n = 0; n < 40; n += 1) deep = [deep];
    expect(judgeCall(tool({}), { deep }).level).toBe('confirm');
    expect(judgeCall(tool({}), { text: 'x'.repeat(300_000) }).level).toBe('confirm');
  });
});
