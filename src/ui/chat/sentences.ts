import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * Returns the sentence for a failure: our own for its code, or else the server's. The server's
 * sentence also stays if it describes one of the issues.
 */
export function failureSentence({ code, detail, issues, sentence }: Failure, t: Translate): string {
  if (code === 'unknown' && detail === 'offline') return t('chat.failure.offline')
  const key = `problem.${code}`
  const own = t(key)
  return own === key || issues.some(issue => t(`issue.${issue.code}`) === sentence)
    ? sentence || t('problem.unknown')
    : own
}

/**
 * Returns one sentence per kind of issue. It skips issues that have no sentence or whose sentence
 * {@link failureSentence} already shows.
 */
export function issueSentences({ issues, sentence }: Failure, t: Translate): string[] {
  const keys = new Set(issues.map(issue => `issue.${issue.code}`))
  return [...keys].flatMap(key => (t(key) === key || t(key) === sentence ? [] : [t(key)]))
}

/** Whether more credits would help. They do not if a key's own limit is used up. */
export function lacksCredits({ code, issues }: Pick<Failure, 'code' | 'issues'>): boolean {
  return code === 'used_up' && !issues.some(issue => issue.code === 'key_used_up')
}
