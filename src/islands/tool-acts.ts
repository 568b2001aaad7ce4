import type { HubInfo } from '#client/hub.ts'
import { textAt } from '#client/json.ts'
import type { Failure } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import type { Values } from '#core/condition.ts'
import { readForm } from '#core/form.ts'
import { actionOf, valuesFor, type Output } from '#core/output.ts'
import type { Action, FollowUp, Service } from '#core/service.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { begin, focusField } from '#islands/tool-submit.ts'
import { cancel, loadOlder, remove } from '#stores/generating.ts'
import { fillForm, fillLater } from '#stores/tool-form-use.ts'

/** What a person does with what a tool has made. */
export type ToolActs = {
  takeExample(prompt: string): void
  loadOlder(): void
  forCards: {
    onFollow(followUp: FollowUp, output: Output, from: Task): void
    onAgain(task: Task): void
    onCancel(task: Task): void
    onRemove(task: Task): void
  }
}

export type ActsOptions = {
  hub: HubInfo
  service: Service
  /** Is there no form on this page? Then what fills one goes to the tool's own. */
  formless: boolean
  /** Says what went wrong with something that was made. */
  tell(failure: Failure | null): void
}

export function createActs({ hub, service, formless, tell }: ActsOptions): ToolActs {
  const fill = (verb: string, values: Values, title = '', of = service.id): void => {
    if (of === service.id && !formless) {
      fillForm(service, verb, values, title)
      return focusField(mainField(service.actions?.[verb]))
    }
    fillLater(of, verb, values, title)
    location.assign(localizePath(`/${of}`, hub.locale as Locale))
  }
  return {
    takeExample(prompt) {
      const [verb = '', action] = Object.entries(service.actions ?? {})[0] ?? []
      fill(verb, { [mainField(action)]: prompt })
    },
    loadOlder: () => void loadOlder(hub, service),
    forCards: {
      onFollow(followUp, output, from) {
        const values = valuesFor(followUp, output)
        const asked = service.actions?.[followUp.action]
        if (followUp.atOnce && followUp.service === undefined && asked !== undefined)
          return void begin(hub, service, followUp.action, readForm(asked, values).values).then(tell)
        const title = textAt(output, 'title') || textAt(from.request, 'title') || textAt(from.request, 'prompt')
        fill(followUp.action, values, title.slice(0, 60), followUp.service)
      },
      onAgain: task => fill(actionOf(service, task.type)?.verb ?? task.type, task.request as Values),
      onCancel: task => void cancel(hub, service, task.id).then(tell),
      onRemove: task => void remove(hub, service, task.id).then(tell)
    }
  }
}

/** Where a form begins: its first text, else its first file. */
function mainField(action: Action | undefined): string {
  const [name = ''] = Object.entries(action?.fields ?? {}).find(([, { type }]) => type === 'text' || type === 'file') ?? []
  return name
}
