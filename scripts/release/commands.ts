/** Commands of a release beside `start`, with their programs. */
export const COMMANDS = {
  doctor: 'scripts/doctor.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  upgrade: 'scripts/upgrade.ts',
  'check-audit': 'scripts/check-audit.ts',
  'check-ledger': 'scripts/check-ledger.ts',
  'check-providers': 'scripts/check-providers.ts',
  operator: 'scripts/operators.ts'
}
