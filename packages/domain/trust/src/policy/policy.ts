import { type ActionClass, type Authorisation, type Authority, authorisations } from '@salience/contracts';

/** What an agent's settings say instead of the policy, cell by cell. */
export type PolicyRules = Readonly<
  Partial<Record<Authority, Readonly<Partial<Record<ActionClass, Authorisation>>>>>
>;

type Row = Readonly<Record<ActionClass, Authorisation>>;

const row = (
  read_public: Authorisation,
  read_private: Authorisation,
  write_local: Authorisation,
  external_send: Authorisation,
  destructive: Authorisation,
  code_or_computer: Authorisation,
): Row => ({ read_public, read_private, write_local, external_send, destructive, code_or_computer });

/** What is taken in, looked at by a person first, or turned away, by what its sender has shown to be. A verified owner may read what is private. */
export const policy: Readonly<Record<Authority, Row>> = {
  unknown: row('reject', 'reject', 'reject', 'reject', 'reject', 'reject'),
  owner_claimed: row('reject', 'reject', 'reject', 'reject', 'reject', 'reject'),
  external_verified: row('allow', 'review', 'review', 'review', 'review', 'review'),
  owner_verified: row('allow', 'allow', 'allow', 'review', 'review', 'review'),
  approved_session: row('allow', 'allow', 'allow', 'allow', 'review', 'review'),
  system: row('allow', 'allow', 'allow', 'allow', 'allow', 'allow'),
};

/**
 * The policy's word on an authority and an action class, or that of `rules` where they have one. No rule allows anything to a sender who has
 * proven nothing: `allow` counts as `review` there. A word that nobody knows, in any place, counts as `reject`.
 */
export function authorise(
  authority: Authority,
  actionClass: ActionClass,
  rules: PolicyRules = {},
): Authorisation {
  const own = cell(policy, authority, actionClass);
  if (own === undefined) return 'reject';
  const ruled = cell(rules, authority, actionClass) ?? own;
  if (!authorisations.includes(ruled)) return 'reject';
  const isUnproven = authority === 'unknown' || authority === 'owner_claimed';
  return isUnproven && ruled === 'allow' ? 'review' : ruled;
}

function cell(table: PolicyRules, authority: Authority, actionClass: ActionClass): Authorisation | undefined {
  const found = Object.hasOwn(table, authority) ? table[authority] : undefined;
  return found !== undefined && Object.hasOwn(found, actionClass) ? found[actionClass] : undefined;
}
