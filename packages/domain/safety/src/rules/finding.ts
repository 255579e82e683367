/** What a rule says of a command, from harmless to never: the order counts. */
const severities = ['read', 'create', 'change', 'block'] as const;
export type Severity = (typeof severities)[number];

/** What one rule found. */
export interface Finding {
  readonly severity: Severity;
  /** What the command does, in a few words of ours. */
  readonly rule: string;
}

/** It only looks. */
export const reads: Finding = { severity: 'read', rule: 'only reads' };

/** It adds something that is easily undone; with all rights it counts as a change. */
export function creates(rule: string): Finding {
  return { severity: 'create', rule };
}

/** It changes, removes, sends, or nobody knows: a person is asked. */
export function changes(rule: string): Finding {
  return { severity: 'change', rule };
}

/** It is hostile, or destroys a whole system without return: never. */
export function blocks(rule: string): Finding {
  return { severity: 'block', rule };
}

/** How grave it is, as a number. */
export function weight(finding: Finding): number {
  return severities.indexOf(finding.severity);
}

/** The gravest of them; reading, if there are none. */
export function worst(findings: readonly Finding[]): Finding {
  let found = reads;
  for (const finding of findings) if (weight(finding) > weight(found)) found = finding;
  return found;
}
