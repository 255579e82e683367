import { type Call, each, has, operands, type Rules, valueAfter, wordSet } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';
import { isDisk } from './places.ts';

const guards =
  /^(?:auditd|firewalld|ufw|apparmor|selinux|iptables|nftables|fail2ban|clamav\S*|clamd|crowdstrike|falcon-sensor|osqueryd|wazuh\S*|ossec\S*|rsyslog|syslog|systemd-journald|aide|rkhunter|sshguard|WinDefend|Sense|MpsSvc|mdatp|sentinelone|cbagentd|cbdaemon|auoms)(?:\.service)?$/i;

const unitReads = wordSet(
  'status is-active is-enabled is-failed list-units list-unit-files list-timers list-sockets list-dependencies list-jobs show cat help get-default show-environment is-system-running --version',
);

function services(call: Call): Finding {
  const words = operands(call.args, wordSet('-t -p -n -H -M --type --state'));
  const [action = '', ...units] = call.program === 'service' ? [words[1] ?? '', words[0] ?? ''] : words;
  if (action === '' || unitReads.has(action) || has(call.args, '--status-all')) return reads;
  if (/^(?:stop|disable|mask|kill)$/.test(action) && units.some((unit) => guards.test(unit)))
    return blocks('switches off what guards the machine');
  return changes(`${call.program} ${action.slice(0, 30)}`);
}

function disks(call: Call): Finding {
  if (
    has(call.args, '-l', '--list', '-n', '--no-act', '--help', '-V', '--version', '-p', '--print') &&
    !call.program.startsWith('mk')
  )
    return reads;
  return blocks(`${call.program} wipes a disk`);
}

function partitions(call: Call): Finding {
  if (
    has(call.args, '-l', '--list', '-s', '--dump', '-d') ||
    call.args.includes('print') ||
    call.args.includes('list')
  )
    return reads;
  return call.args.some((arg) =>
    /^(?:mklabel|mktable|rm|mkpart|resizepart|-Z|--zap-all|-o|--clear|eraseDisk|eraseVolume|partitionDisk|secureErase|zeroDisk|reformat|deleteVolume|deleteContainer)$/.test(
      arg,
    ),
  ) || call.piped
    ? blocks(`${call.program} destroys partitions`)
    : changes(`${call.program} changes partitions`);
}

function firewall(call: Call): Finding {
  const { args } = call;
  if (
    has(args, '-F', '--flush') ||
    (args.includes('flush') && args.includes('ruleset')) ||
    (has(args, '-P', '--policy') && args.includes('ACCEPT'))
  )
    return blocks('opens the firewall');
  return has(args, '-L', '-S', '--list', '--list-rules') || args.includes('list')
    ? reads
    : changes('changes the firewall');
}

function kills(call: Call): Finding {
  const { args } = call;
  if (has(args, '-l', '-L') || args.includes('-0')) return reads;
  const targets = args.filter((arg, n) => n > 0 || !arg.startsWith('-'));
  if (
    targets.some((arg) => arg === '-1') &&
    /^-(?:9|KILL|SIGKILL|15|TERM)?/.test(args[0] ?? '') &&
    args.length > 1
  )
    return blocks('ends every process');
  return /^-(?:s$|WINCH|CONT|USR[12]|HUP|SIGHUP)/.test(args[0] ?? '') && !call.elevated
    ? changes('signals a process')
    : changes(`${call.program} ends processes`);
}

const storage: Rules = {
  ...each(
    'mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mkfs.exfat mkdosfs newfs newfs_hfs mkswap wipefs blkdiscard badblocks-w sg_format',
    disks,
  ),
  ...each('fdisk gdisk sgdisk sfdisk cfdisk parted diskutil gpart', partitions),
  badblocks: (call) => (has(call.args, '-w', '-n') ? blocks('overwrites a disk') : reads),
  hdparm: (call) =>
    has(call.args, '--security-erase', '--security-erase-enhanced', '--trim-sector-ranges', '--write-sector')
      ? blocks('erases a disk')
      : reads,
  nvme: (call) =>
    /^(?:format|sanitize|write|delete-ns)$/.test(call.args[0] ?? '')
      ? blocks('erases a disk')
      : /^(?:list|smart-log|id-\w+|error-log|show-\w+)$/.test(call.args[0] ?? '')
        ? reads
        : changes('changes a disk'),
  cryptsetup: (call) =>
    /^(?:luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|reencrypt)$/.test(call.args[0] ?? '')
      ? blocks('destroys an encrypted disk')
      : changes('changes an encrypted disk'),
  ...each(
    'lvremove vgremove pvremove zpool zfs btrfs mdadm lvreduce lvcreate vgcreate pvcreate lvextend resize2fs tune2fs fsck e2fsck xfs_repair',
    (call) =>
      /^(?:list|get|status|show|iostat|history|subvolume-list|filesystem-show|-D|--detail)$/.test(
        call.args[0] ?? '',
      ) ||
      (call.args[0] === 'filesystem' && /^(?:df|show|usage)$/.test(call.args[1] ?? '')) ||
      (call.args[0] === 'subvolume' && call.args[1] === 'list')
        ? reads
        : changes(`${call.program} changes disks`),
  ),
  ...each('lvs vgs pvs lvdisplay vgdisplay pvdisplay', () => reads),
  ...each('umount swapoff swapon losetup', (call) =>
    call.args.length === 0 || (has(call.args, '--show', '-l') && call.program !== 'umount')
      ? reads
      : changes(`${call.program} changes what is hung in`),
  ),
};

const users: Rules = {
  ...each(
    'useradd adduser usermod groupadd groupmod gpasswd chsh chfn visudo vipw newusers chpasswd dscl',
    (call) =>
      call.args.some((arg) => /^(?:sudo|wheel|root|admin|docker)$/.test(arg)) ||
      valueAfter(call.args, '-u', '--uid') === '0'
        ? changes('grants all rights')
        : call.program === 'dscl' && call.args.includes('-read')
          ? reads
          : changes('changes who may log in'),
  ),
  ...each('userdel deluser groupdel delgroup passwd', () => changes('changes or removes a login')),
};

/** The rules of programs that run or guard the machine. */
export const systemRules: Rules = {
  ...storage,
  ...users,
  ...each('systemctl service rc-service initctl', services),
  ...each('iptables ip6tables nft iptables-legacy', firewall),
  ufw: (call) =>
    /^(?:disable|reset)$/.test(operands(call.args)[0] ?? '')
      ? blocks('opens the firewall')
      : operands(call.args)[0] === 'status'
        ? reads
        : changes('changes the firewall'),
  pfctl: (call) =>
    has(call.args, '-d', '-F')
      ? blocks('opens the firewall')
      : has(call.args, '-s')
        ? reads
        : changes('changes the firewall'),
  'firewall-cmd': (call) =>
    call.args.every((arg) => /^--(?:list|get|state|query|info)/.test(arg))
      ? reads
      : changes('changes the firewall'),
  setenforce: (call) =>
    /^(?:0|permissive)$/i.test(call.args[0] ?? '')
      ? blocks('switches off what guards the machine')
      : changes('setenforce'),
  ...each('aa-disable aa-teardown aa-complain', () => blocks('switches off what guards the machine')),
  auditctl: (call) =>
    has(call.args, '-D') || (has(call.args, '-e') && call.args.includes('0'))
      ? blocks('switches off what guards the machine')
      : has(call.args, '-l', '-s')
        ? reads
        : changes('changes what is watched'),
  csrutil: (call) => (call.args[0] === 'disable' ? blocks('switches off what guards the machine') : reads),
  spctl: (call) =>
    call.args.some((arg) => /disable/.test(arg)) ? blocks('switches off what guards the machine') : reads,
  sysctl: (call) => {
    if (
      call.args.some((arg) =>
        /(?:randomize_va_space|kptr_restrict|dmesg_restrict|yama\.ptrace_scope|sysrq)\s?=\s?0/.test(arg),
      )
    )
      return blocks('switches off what guards the machine');
    return has(call.args, '-w', '-p', '--load', '--system') || call.args.some((arg) => arg.includes('='))
      ? changes('changes the kernel')
      : reads;
  },
  ...each('kill killall pkill skill xkill', kills),
  ...each('renice reboot poweroff halt shutdown init telinit', (call) =>
    changes(`${call.program} changes what runs`),
  ),
  ...each('insmod rmmod modprobe depmod kexec', (call) =>
    has(call.args, '-n', '--dry-run', '--show-depends') ? reads : changes('changes the kernel'),
  ),
  ...each('ip bridge tc nmcli networkctl', (call) =>
    call.args.some((arg) =>
      /^(?:add|del|delete|set|flush|change|replace|up|down|connect|disconnect|modify|off|on|append|reload|exec)$/.test(
        arg,
      ),
    )
      ? changes('changes the network')
      : reads,
  ),
  ...each('ethtool brctl ifup ifdown dhclient iw wpa_supplicant', (call) =>
    call.program === 'ethtool' && !has(call.args, '-s', '-K', '-A', '-G')
      ? reads
      : changes('changes the network'),
  ),
  ...each('timedatectl hostnamectl localectl loginctl resolvectl coredumpctl bluetoothctl', (call) =>
    /^(?:status|list\S*|show\S*|timesync-status|query|statistics|info|)$/.test(operands(call.args)[0] ?? '')
      ? reads
      : changes(`${call.program} changes the machine`),
  ),
  journalctl: (call) =>
    has(call.args, '--vacuum-size', '--vacuum-time', '--vacuum-files', '--rotate', '--flush')
      ? changes('journalctl throws logs away')
      : reads,
  ...each('at batch atrm', (call) =>
    call.program === 'atrm' ? changes('removes what is scheduled') : changes('schedules a command'),
  ),
  ...each(
    'launchctl defaults nvram pmset networksetup systemsetup scutil osascript tccutil dseditgroup',
    (call) =>
      /^(?:list|read|print|blame|-get\S*|-list\S*|-g|-p|--dns|find|domains)$/.test(call.args[0] ?? '')
        ? reads
        : changes(`${call.program} changes the machine`),
  ),
  ...each('rabbitmq-server nginx apachectl httpd apache2ctl a2ensite a2dissite haproxy caddy', (call) =>
    has(call.args, '-t', '-T', '-V', '-v', '-S', '-M') ||
    (call.program === 'haproxy' && has(call.args, '-c')) ||
    /^(?:configtest|validate|version|adapt)$/.test(call.args[0] ?? '')
      ? reads
      : changes(`${call.program} serves anew`),
  ),
  ...each('gpg gpg2', (call) =>
    has(call.args, '--list-keys', '--list-secret-keys', '-k', '--verify', '--fingerprint', '--version') &&
    !call.args.some((arg) => /export-secret|delete/.test(arg))
      ? reads
      : changes('gpg handles keys'),
  ),
  ...each(
    'grub-install update-grub grub-mkconfig efibootmgr dracut mkinitrd update-initramfs lilo',
    (call) =>
      call.args.length === 0 && call.program === 'efibootmgr'
        ? reads
        : changes('changes how the machine starts'),
  ),
  ...each('smartctl ipmitool sensors', (call) =>
    call.args.some((arg) => /^(?:off|cycle|reset|-t|sel)$/.test(arg) && arg !== 'sel')
      ? changes('changes the machine')
      : reads,
  ),
  fuser: (call) => (has(call.args, '-k') ? changes('ends processes') : reads),
  ...each('cd2 ddrescue pvmove', (call) =>
    call.args.some((arg) => isDisk(arg)) ? worst([changes('copies over disks')]) : changes('copies disks'),
  ),
  ...each('ldconfig updatedb mandb texhash', () => creates('renews an index')),
  ...each('setxkbmap xrandr xset xmodmap loadkeys amixer pactl setterm xdotool notify-send say beep', () =>
    creates('changes this session'),
  ),
};
