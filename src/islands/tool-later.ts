import { pageHub } from '#client/page-hub.ts'
// The code that a tool's page needs once the user interacts with it, loaded as one part.
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { watchPayerMenu } from '#islands/payers.ts'
import { startPendingRun } from '#islands/carry-tool.ts'
import { watchMeasures } from '#islands/measure-files.ts'
import { restoreGuestTask, watchGuestLine } from '#islands/tool-guest.ts'
import { watchCamera } from '#islands/watch-camera.ts'
import { watchPresets } from '#islands/watch-presets.ts'
import { watchPrompt } from '#islands/watch-prompt.ts'
import { watchSeed } from '#islands/watch-seed.ts'
import { watchBalance } from '#islands/watch-balance.ts'
import { keepTokenFresh } from '#stores/fresh-token.ts'
import { watchTasks } from '#stores/generating.ts'

export { chooseFromLibrary } from '#islands/choose-from-library.tsx'
export { createToolHandlers } from '#islands/tool-acts.ts'
export { submitToolForm, uploadFilesToField } from '#islands/tool-submit.ts'
export { loadNewestTasks } from '#stores/generating.ts'
export { putTasks } from '#stores/shelf-changes.ts'

type ToolWork = { service: Service; t?: Translate }

/**
 * Keeps the user's token fresh, enables the menu of plans, since opening the menu is an interaction,
 * and offers help with the prompt, presets, the lock of the seed and the camera.
 * @param work.t the texts of the page's form, if it has one
 * @returns a function that stops it
 */
export function startToolBackground({ service, t }: ToolWork): () => void {
  const ends = [
    watchPayerMenu(service),
    watchGuestLine(service),
    watchMeasures(service),
    ...(pageHub().user === null ? [] : [keepTokenFresh()]),
    ...(t === undefined ? [] : [watchPresets({ service, t })]),
    ...(pageHub().user === null || t === undefined
      ? []
      : [watchPrompt({ service, t }), watchSeed({ service, t }), watchCamera({ service, t })])
  ]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Follows the user's runs of a service, and the balance that they change.
 * @returns a function that stops it
 */
export function watchRuns(service: Service): () => void {
  const ends = [watchTasks(service), watchBalance(service.id)]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Continues what a guest began: shows their result, and starts a run that waited for the sign-in.
 * @returns a function that stops the run
 */
export function resumeGuestWork(work: Parameters<typeof startPendingRun>[0]): () => void {
  void restoreGuestTask(work.service)
  return startPendingRun(work)
}
