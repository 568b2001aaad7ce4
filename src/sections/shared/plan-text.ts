import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'

type Words = Pick<HubRequest, 't'>
type Named = Pick<Application, 'scope' | 'service_id'>

/** Names the service that a plan pays for. */
export function planServiceName({ t }: Words, { scope, service_id }: Named): string {
  const service = service_id === null ? undefined : findService(service_id)
  if (scope === 'Global' || service === undefined) return t('application.scope.global')
  return service.medium === 'chat' ? t('common.group.chat') : t(`${service.id}.title`)
}

/** Names a plan in a few words: `Credits · All services`. */
export function planName({ t }: Words, plan: Named & Pick<Application, 'type'>): string {
  return `${t(`application.type.${plan.type.toLowerCase()}`)} · ${planServiceName({ t }, plan)}`
}
