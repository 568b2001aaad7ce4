import type { FormProblem } from '#client/page-forms.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { textOrNull } from '#i18n/translate.ts'

/**
 * Returns the error text of a field in a site's form; null where the field has no error.
 * @param field for example `keywords`, including all fields below it
 */
export function siteIssueAt(
  t: HubRequest['t'],
  failed: FormProblem | null,
  field: string
): string | null {
  const found = failed?.problem.issues.find(
    issue => issue.field === field || issue.field.startsWith(`${field}.`)
  )
  if (found === undefined || found.code === 'outdated') return null
  return (
    textOrNull(t, `site.issue.${field}.${found.code}`) ??
    textOrNull(t, `issue.${found.code}`) ??
    t('issue.invalid')
  )
}
