import type { HubRequest } from '#client/hub.ts'
import type { Action, Service } from '#core/service.ts'
import { toolQuestions, type Question } from '#sections/about/questions.ts'
import { loadServicePricing, type ServicePricing } from '#sections/about/terms.server.ts'
import { verbsOf } from '#stores/tool-form.ts'

/** The parts of a tool's description that are not in its declaration. */
type AboutTool = {
  /** The tool's forms in the order of their tabs: each verb with its action. */
  forms: readonly [string, Action][]
  terms: ServicePricing
  questions: readonly Question[]
}

/** @returns null for a tool without a form */
export async function loadToolDescription(
  hub: HubRequest,
  service: Service
): Promise<AboutTool | null> {
  const forms = verbsOf(service).flatMap((verb): [string, Action][] => {
    const action = service.actions?.[verb]
    return action === undefined ? [] : [[verb, action]]
  })
  const [first] = forms
  if (first === undefined) return null
  const terms = await loadServicePricing(hub, service.id)
  return { forms, terms, questions: toolQuestions(hub, service, first, terms) }
}

/** Checks whether the first form of a tool needs a file, which only users have. */
export function firstFormNeedsFile({ actions = {} }: Service): boolean {
  const fields = Object.values(Object.values(actions)[0]?.fields ?? {})
  return fields.some(({ type, required }) => type === 'file' && required === true)
}
