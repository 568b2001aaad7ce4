import type { HubInfo } from '#client/hub.ts'
import type { Service } from '#core/service.ts'
import type { Strings } from '#i18n/translate.ts'

/** The props that the islands of a tool's page share. */
export type ToolPageProps = {
  hub: HubInfo
  /** The service's declaration, as plain data. */
  service: Service
  t: Strings
}
