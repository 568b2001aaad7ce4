import type { HubRequest } from '#client/hub.ts'
import { textAt } from '#client/json.ts'
import { loadTaskPage } from '#client/tool.server.ts'
import type { Task } from '#contract/task.ts'
import type { FieldValues } from '#core/condition.ts'
import { findTaskAction } from '#core/output.ts'
import type { Service } from '#core/service.ts'
import { toolPrices } from '#islands/tool-prices.ts'
import { findDeclaredTool } from '#sections/shared/find-tool.server.ts'
import { ratingKey } from '#stores/ratings.ts'
import { verbsOf } from '#stores/tool-form.ts'
import { requestSamples } from '#ui/viewer/request-samples.ts'
import type { RunDetails, RunKey } from '#ui/viewer/run-details.ts'
import { listRunSettings } from '#ui/viewer/settings.ts'
import { findSourceImage, listViews } from '#ui/viewer/view-list.ts'

/**
 * Loads what the viewer shows of a run of the user.
 * @returns null for a run of somebody else, one that was deleted, or one of a tool that is gone
 */
export async function loadRunDetails(
  hub: HubRequest,
  { service: id, task: wanted, file }: RunKey
): Promise<RunDetails | null> {
  if (hub.session === null || wanted === '') return null
  const service = await findDeclaredTool(hub, id)
  if (service === undefined) return null
  const task = (await loadTaskPage(hub, service, 1, wanted))?.items[0]
  const found = task && findTaskAction(service, task.type)
  if (task === undefined || !found) return null
  const { t, locale, hosts } = hub
  return {
    facts: listFacts(hub, service, { task, verb: found.verb }),
    settings: listRunSettings(found.action, task.request, { id, locale, t }),
    samples: requestSamples({ task, ...found }, service, hosts.api),
    source: findSource(service, task, file)
  }
}

/** Finds the picture that the file of a run was made from; null if there is none on this site. */
function findSource(service: Service, task: Task, file: string): string | null {
  const view = listViews([task], service).find(
    ({ address }) => ratingKey(address) === ratingKey(file)
  )
  return (view && findSourceImage(view, [view])) ?? null
}

/** Lists what a card of the tool says about its run, besides the model and the time. */
function listFacts(
  hub: HubRequest,
  service: Service,
  { task, verb }: { task: Task; verb: string }
): string[] {
  const { t } = hub
  const { priceOf, creditsOf } = toolPrices({ service, hub, t })
  const substitute = textAt(task.response, 'substitute')
  return [
    substitute && t('field.card.substitute', { name: substitute }),
    verbsOf(service).length > 1 ? t(`${service.id}.action.${verb}`) : '',
    task.deducted_amount === undefined
      ? priceOf(verb, task.request as FieldValues)
      : creditsOf(task.deducted_amount)
  ].filter(fact => fact !== '')
}
