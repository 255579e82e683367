const list =
  /^(.*?\b(?:add|put|write|append|include))(?:\s+(?:something|anything|some things|it|an? items?|items))?\s+((?:to|on|onto|in|into)\s+.*\blist)$/isu;
const reminder = /^(.*?\bremind\s+me)(?:\s+(?:of|about|to do)\s+(?:something|it|that|things?))?$/isu;
const ends = /[?.!…\s]+$/u;

/** True for an order of a reminder that says nothing of what: no time completes it. */
export function lacksWhat(order: string): boolean {
  return reminder.test(order.trim().replace(ends, ''));
}

/**
 * How an order that lacked something may read with what was said when it was asked for: "add to my packing list" and "socks". The likeliest
 * first. They read English, and orders of any language that only wanted words behind them.
 */
export function completedOrders(order: string, answer: string): string[] {
  const [before, said] = [order.trim().replace(ends, ''), answer.trim().replace(ends, '')];
  if (before === '' || said === '') return [];
  const onList = list.exec(before);
  if (onList !== null) return [`${onList[1] ?? ''} ${said} ${onList[2] ?? ''}`];
  const remind = reminder.exec(before)?.[1];
  if (remind !== undefined)
    return [/^(?:to|that|about|of)\s/iu.test(said) ? `${remind} ${said}` : `${remind} to ${said}`];
  return [`${before} ${said}`];
}
