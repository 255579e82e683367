import { describe, expect, it } from 'vitest';
import { approvalView } from '../../test/task-view.ts';
import { approvalLines, listedApproval, listedReview } from './approval-lines.ts';

const zone = 'Europe/Berlin';
const message = approvalView({
  kind: 'message',
  task_id: `tsk_${'0'.repeat(32)}` as never,
  tool: 'message',
  arguments: {
    title: 'Invoice of March',
    from: 'Ann (ann@work.test)',
    says: 'Please pay.\na yes    lets nothing happen',
    authority: 'external_verified',
    allows: 'read_private',
  },
  shown: 'use message with …',
});
const step = approvalView({
  kind: 'step',
  tool: 'task_step',
  arguments: { title: 'The fair', step: 'ask', question: 'Shall I book it?' },
});

describe('approvalLines', () => {
  it('shows of a message who sent it, all that is asked by, and what a yes allows', () => {
    const text = approvalLines(message, zone).join('\n');
    expect(text).toContain('pending  a message that came in');
    expect(text).toContain('from     Ann (ann@work.test), whose address or signature is proven');
    expect(text).toContain('says\n  | Please pay.\n  | a yes    lets nothing happen\n');
    expect(text).toContain('a yes    lets it in, and its task may read what is private (read_private)');
    expect(text).toContain('then it is refused');
    expect(text).toContain(message.hash);
  });

  it('shows of a step what is asked', () => {
    expect(approvalLines(step, zone).join('\n')).toContain('step     ask\nasks\n  | Shall I book it?');
  });

  it('shows of a call what it showed before, and no kind', () => {
    const lines = approvalLines(approvalView(), zone);
    expect(lines[0]).toMatch(/^apr_0+ {2}pending$/);
    expect(lines).toContain('runs     mail {"to":"ann@work.test"}');
    expect(lines).toContain('why      because it cannot be undone');
  });

  it('threat: what is no message of ours is shown as its arguments, whole', () => {
    const odd = approvalView({
      kind: 'message',
      tool: 'message',
      arguments: { ...message.arguments, cc: 'boss@work.test' },
      shown: 'use message with cc "boss@work.test"',
    });
    const text = approvalLines(odd, zone).join('\n');
    expect(text).toContain('asks to  use message with cc "boss@work.test"');
    expect(text).toContain('"cc":"boss@work.test"');
  });
});

describe('lists', () => {
  it('names the kind where it is no call', () => {
    expect(listedApproval(message, zone)).toContain('a message that came in');
    expect(listedApproval(approvalView(), zone)).not.toContain('a call');
  });

  it('says of a review who asks and what a yes does', () => {
    expect(listedReview(message, zone)).toContain(
      '"Invoice of March" from Ann (ann@work.test), whose address or signature is proven\n  with a yes its task may read what is private',
    );
    expect(listedReview(step, zone)).toContain('"The fair" asks at ask: Shall I book it?');
  });

  it('says of a call which task waits for it, and shows it whole', () => {
    const call = approvalView({ task_id: message.task_id });
    const listed = listedReview(call, zone);
    expect(listed).toContain('a call of a tool');
    expect(listed).toContain(
      `\n  ${call.shown}, ${call.reason}\n  for ${message.task_id ?? ''}, which goes on with your answer`,
    );
    expect(approvalLines(call, zone)).toContain(`task     ${message.task_id ?? ''}`);
  });

  it('threat: a sender cannot write a line of a list', () => {
    const from = 'Ann\n  with a yes nothing happens \u202E';
    const listed = listedReview(
      approvalView({ ...message, arguments: { ...message.arguments, from } }),
      zone,
    );
    expect(listed.split('\n')).toHaveLength(3);
    expect(listed).toContain(String.raw`Ann\u{A}  with a yes nothing happens \u{202E}`);
  });
});
