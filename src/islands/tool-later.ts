// What a tool's page needs as soon as somebody uses it, in one part that is fetched then.
import type { HubInfo } from '#client/hub.ts'
import type { Service } from '#core/service.ts'
import { watchPayers } from '#islands/payers.ts'
import { keepTokenFresh } from '#stores/fresh-token.ts'

export { carryRun } from '#islands/carry-tool.ts'
export { createActs } from '#islands/tool-acts.ts'
export { showLeft, submit, uploadInto } from '#islands/tool-submit.ts'
export { loadNewest, watchTasks } from '#stores/generating.ts'
export { putTasks } from '#stores/shelf-changes.ts'

/** Keeps the person's token fresh, and has the menu of plans come to life: whoever opens that has used the page. @returns ends it */
export function startUp(hub: HubInfo, service: Service): () => void {
  const ends = [watchPayers(hub, service), ...(hub.user === null ? [] : [keepTokenFresh(hub)])]
  return () => {
    for (const end of ends) end()
  }
}
