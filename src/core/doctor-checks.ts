/** All checks of the doctor, in their order. The operating guide has the symptoms of each. */
export const DOCTOR_CHECKS = [
  'configuration',
  'dns',
  'tls',
  'proxy',
  'disk',
  'database',
  'storage',
  'email',
  'providers',
  'webhooks',
  'push',
  'backups',
  'clock'
] as const
export type CheckName = (typeof DOCTOR_CHECKS)[number]
