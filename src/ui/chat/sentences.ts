import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * What a person reads about a failure: our own sentence for its code, else the one that came with it. What the server
 * said of an issue instead stays.
 */
export function sentenceOf({ code, detail, issues, sentence }: Failure, t: Translate): string {
  if (code === 'unknown' && detail === 'offline') return t('chat.failure.offline')
  const key = `problem.${code}`
  const own = t(key)
  return own === key || issues.some(issue => t(`issue.${issue.code}`) === sentence) ? sentence || t('problem.unknown') : own
}

/** What is wrong with a field, each once; nothing for reasons that have no sentence, or had theirs above. */
export function issueSentences({ issues, sentence }: Failure, t: Translate): string[] {
  const keys = new Set(issues.map(issue => `issue.${issue.code}`))
  return [...keys].flatMap(key => (t(key) === key || t(key) === sentence ? [] : [t(key)]))
}

/** Would more credits help? Not where the limit of a key is what ended. */
export function lacksCredits({ code, issues }: Pick<Failure, 'code' | 'issues'>): boolean {
  return code === 'used_up' && !issues.some(issue => issue.code === 'key_used_up')
}
