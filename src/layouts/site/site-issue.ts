import type { FormProblem } from '#client/page-forms.server.ts'
import type { HubRequest } from '#client/hub.ts'

/** What is wrong with a field of a site's form; null when nothing is. @param field as `keywords`, with all below it */
export function issueAt(t: HubRequest['t'], failed: FormProblem | null, field: string): string | null {
  const found = failed?.problem.issues.find(issue => issue.field === field || issue.field.startsWith(`${field}.`))
  if (found === undefined || found.code === 'outdated') return null
  const own = `site.issue.${field}.${found.code}`
  const words = t(own)
  if (words !== own) return words
  const general = `issue.${found.code}`
  return t(general) === general ? t('issue.invalid') : t(general)
}
