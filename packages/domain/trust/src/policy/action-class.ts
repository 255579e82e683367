import { type ActionClass, actionClasses, type ConsequenceTier } from '@salience/contracts';

/** The more guarded of two action classes. */
export function graverClass(a: ActionClass, b: ActionClass): ActionClass {
  return actionClasses.indexOf(a) >= actionClasses.indexOf(b) ? a : b;
}

/**
 * The action class of something that came in: that of its inlet, or a graver one that its sender claims. Nothing claimed (undefined or null)
 * counts as the inlet's, anything that is no action class as the most guarded one.
 */
export function classOfInbound(configured: ActionClass, claimed: unknown): ActionClass {
  if (claimed === undefined || claimed === null) return configured;
  return graverClass(configured, actionClasses.find((one) => one === claimed) ?? 'code_or_computer');
}

/** What of a call of a tool decides its action class. */
export interface ClassedCall {
  /** Of the call itself, not of its tool. */
  readonly tier: ConsequenceTier;
  /** Its tool is somebody else's. */
  readonly external: boolean;
  /** Its tool reads what is private. */
  readonly private: boolean;
  /** It runs commands, or has the computer at hand. */
  readonly commands: boolean;
  /** It reaches an address, or sends along something, that nobody wrote. */
  readonly outside: boolean;
}

/**
 * The action class of a call. Commands are `code_or_computer`; `commit` is `destructive`, because it cannot be taken back, whatever it
 * is; `act` is `external_send` with a tool of somebody else's. What reaches outside by an address that nobody wrote is at least `external_send`: a read
 * can carry away what it is given.
 */
export function classOfCall(call: ClassedCall): ActionClass {
  if (call.commands) return 'code_or_computer';
  const own = classOfTier(call);
  return call.outside ? graverClass(own, 'external_send') : own;
}

function classOfTier({ external, private: isPrivate, tier }: ClassedCall): ActionClass {
  switch (tier) {
    case 'observe':
      return isPrivate ? 'read_private' : 'read_public';
    case 'organise':
      return 'write_local';
    case 'act':
      return external ? 'external_send' : 'write_local';
    case 'commit':
      return 'destructive';
  }
}
