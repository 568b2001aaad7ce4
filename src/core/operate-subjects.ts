/** The pages of the operating guide, in reading order. The first is its overview. */
export const OPERATE_SUBJECTS = [
  'overview',
  'install',
  'internet',
  'domains',
  'scale',
  'backup',
  'upgrade',
  'monitor',
  'secure',
  'money',
  'vendors',
  'troubleshooting'
] as const
export type OperateSubject = (typeof OPERATE_SUBJECTS)[number]

/** Returns the path of a page of the operating guide, without a locale. */
export function operatePath(subject: OperateSubject): string {
  return subject === 'overview' ? '/docs/operate' : `/docs/operate/${subject}`
}
