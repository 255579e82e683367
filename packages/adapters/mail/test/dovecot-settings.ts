import type { DovecotUser } from './dovecot-here.ts';

/** What the settings of a Dovecot depend on. */
export interface DovecotPlace {
  /** Everything that it writes is below. */
  readonly folder: string;
  readonly port: number;
  readonly user: DovecotUser;
  /** Of every account. */
  readonly password: string;
  /** The folder that is marked as that of drafts. */
  readonly drafts: string;
}

/**
 * The settings of a Dovecot 2.3 that needs no rights: no process changes its user or its root, and it listens on loopback. Whoever knows
 * the password has an account, and whoever does not may try again at once; its mails lie in `mail/<user>` as a Maildir.
 */
export function dovecotSettings({ drafts, folder, password, port, user }: DovecotPlace): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
listen = 127.0.0.1
protocols = imap
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = ${user.name}
default_internal_group = ${user.group}
default_login_user = ${user.name}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/%u
mailbox_idle_check_interval = 1 s
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${user.uid} gid=${user.gid} home=${folder}/home/%u
}
namespace inbox {
  inbox = yes
  mailbox ${drafts} {
    auto = create
    special_use = \\Drafts
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
`;
}
