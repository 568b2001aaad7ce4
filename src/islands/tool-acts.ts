import { pageHub } from '#client/page-hub.ts'
import { textAt } from '#client/json.ts'
import type { Failure } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import type { FieldValues } from '#core/condition.ts'
import { readForm } from '#core/form.ts'
import { findTaskAction, followUpValues, outputText, type Output } from '#core/output.ts'
import { mainField } from '#core/main-field.ts'
import type { FollowUp, Service } from '#core/service.ts'
import { normalizeFieldNames } from '#core/field-names.ts'
import { localizePath } from '#i18n/locale.ts'
import { createExampleHandlers, replacementValues } from '#islands/tool-examples.ts'
import { focusField, submitToolRun } from '#islands/tool-submit.ts'
import { cancelToolTask, loadOlderTasks, deleteToolTask } from '#stores/generating.ts'
import { fillForm, prefillToolForm, type FilledFrom } from '#stores/tool-form-use.ts'
import type { ExampleHandlers } from '#ui/tool/Intro.tsx'
import { findNeighbourCard } from '#ui/tool/neighbour-card.ts'

/** The user's actions on a tool's results. */
export type ToolHandlers = ExampleHandlers & {
  loadOlder(): void
  forCards: {
    onFollow(followUp: FollowUp, output: Output, from: Task): void
    onAgain(task: Task): void
    onRetry(task: Task): void
    onCancel(task: Task): void
    onRemove(task: Task): void
  }
}

export type ToolHandlerOptions = {
  service: Service
  /** True on a page without a form. Actions that fill in a form then open the tool's own page. */
  formless: boolean
  /** Reports why an action on a result failed. */
  tell(failure: Failure | null): void
}

/** True while one click starts a run. A second click would be charged again. */
let busy = false

export function createToolHandlers({ service, formless, tell }: ToolHandlerOptions): ToolHandlers {
  const fill = (verb: string, values: FieldValues, from?: FilledFrom, of = service.id): void => {
    if (of === service.id && !formless) {
      fillForm(service, verb, values, from)
      return focusField(mainField(service.actions?.[verb]))
    }
    prefillToolForm(of, verb, values, from)
    location.assign(localizePath(`/${of}`, pageHub().locale))
  }
  const atOnce = (verb: string, values: FieldValues): void => {
    if (busy) return
    busy = true
    void submitToolRun(service, { verb, values }, true).then(failure => {
      busy = false
      tell(failure)
      showHead()
    })
  }
  return {
    ...createExampleHandlers(service, fill),
    loadOlder: () => void loadOlderTasks(service),
    forCards: {
      onFollow(followUp, output, from) {
        const own = findTaskAction(service, from.type)?.action
        const request = normalizeFieldNames(own?.fields ?? {}, from.request)
        const values = followUpValues(followUp, output, request)
        const asked = service.actions?.[followUp.action]
        if (followUp.atOnce && followUp.service === undefined && asked !== undefined)
          return atOnce(followUp.action, readForm(asked, values).values)
        const shown = own?.shows.field ?? ''
        const filled = { title: titleOf(output, from), picture: outputText(output, shown) }
        fill(followUp.action, values, filled, followUp.service)
      },
      onAgain(task) {
        const verb = findTaskAction(service, task.type)?.verb ?? task.type
        fill(verb, replacementValues(service, verb, task.request))
      },
      onRetry(task) {
        const { verb, action } = findTaskAction(service, task.type) ?? {}
        if (verb === undefined || action === undefined) return
        const settings = normalizeFieldNames(action.fields, task.request) as FieldValues
        atOnce(verb, readForm(action, settings).values)
      },
      onCancel: task => void cancelToolTask(service, task.id).then(tell),
      onRemove(task) {
        const near = findNeighbourCard(document.getElementById(task.id))
        void deleteToolTask(service, task.id).then(failure => {
          tell(failure)
          // Move the focus to a neighbouring card; otherwise it would go to the start of the page.
          if (failure === null) near?.querySelector<HTMLElement>('summary, a, button')?.focus()
        })
      }
    }
  }
}

/** Returns the title of a result, for the form of a run that continues it. */
function titleOf(output: Output, { request }: Task): string {
  const title =
    textAt(output, 'title') ||
    textAt(request, 'title') ||
    textAt(request, 'prompt') ||
    textAt(output, 'prompt')
  return title.slice(0, 60)
}

/** Scrolls to the top, where a new run or its failure appears. */
function showHead(): void {
  setTimeout(() =>
    document.querySelector('[data-results]')?.scrollTo({ top: 0, behavior: 'smooth' })
  )
}
