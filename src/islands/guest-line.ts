import type { HubInfo } from '#client/hub.ts'
import { readForm } from '#core/form.ts'
import { guestRunIssue } from '#core/guest-try.ts'
import type { Service } from '#core/service.ts'
import { isKeySaved } from '#stores/persisted.ts'
import type { ToolForm } from '#stores/tool-form.ts'

/** Returns the key of the line that tells a guest what Generate does; empty for a user. */
export function toolGuestLineKey(
  { user, guest }: Pick<HubInfo, 'user' | 'guest'>,
  service: Service,
  { verb, given }: Pick<ToolForm, 'verb' | 'given'>
): string {
  if (user !== null) return ''
  const action = service.actions?.[verb]
  if (!guest || action === undefined || isKeySaved('guest')) return 'field.form.guest'
  const issue = guestRunIssue(service, action, readForm(action, given[verb] ?? {}).values)
  return issue === null ? 'field.guest.once' : `issue.${issue}`
}
