import type { FormProblem } from '#client/page-forms.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { wordsFor } from '#i18n/translate.ts'

/** What is wrong with a field of a site's form; null when nothing is. @param field as `keywords`, with all below it */
export function issueAt(t: HubRequest['t'], failed: FormProblem | null, field: string): string | null {
  const found = failed?.problem.issues.find(issue => issue.field === field || issue.field.startsWith(`${field}.`))
  if (found === undefined || found.code === 'outdated') return null
  return wordsFor(t, `site.issue.${field}.${found.code}`) ?? wordsFor(t, `issue.${found.code}`) ?? t('issue.invalid')
}
