import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'

/** What a person reads about a failure: our own sentence for its code, else the one that came with it. */
export function sentenceOf({ code, detail, sentence }: Failure, t: Translate): string {
  if (code === 'unknown' && detail === 'offline') return t('chat.failure.offline')
  const key = `problem.${code}`
  const own = t(key)
  return own === key ? sentence || t('problem.unknown') : own
}

/** What is wrong with a field, each once; nothing for reasons that have no sentence. */
export function issueSentences({ issues }: Failure, t: Translate): string[] {
  const keys = new Set(issues.map(issue => `issue.${issue.code}`))
  return [...keys].flatMap(key => (t(key) === key ? [] : [t(key)]))
}
