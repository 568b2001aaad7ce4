import type { Task } from '#contract/task.ts'
import type { Output } from '#core/output.ts'
import type { FollowUp, Service } from '#core/service.ts'
import type { FieldValues } from '#core/condition.ts'
import type { Translate } from '#i18n/translate.ts'

export type ResultMenuProps = {
  /** The site's id, if the user may feature results there. */
  site: string | undefined
  task: Task
  /** Index of the result among the outputs of its task, from 0. */
  output: number
  t: Translate
}

/** Further actions on a result, which load late. `site` is as in {@link ResultMenuProps}. */
export type ResultMenuControl = {
  site: string | undefined
  Menu: React.ComponentType<ResultMenuProps> | undefined
}

/** Values that all cards of a page share. */
export type CardParts = {
  service: Service
  /** True for a guest, who cannot delete a task. */
  guest: boolean
  plans: string
  /** Time when the server rendered the page, in unix milliseconds. */
  now: number
  locale: string
  /** Returns the price of a run with these values, as text. */
  priceOf(verb: string, values: FieldValues): string
  /** Like `priceOf`, but without the word “credits” where that leaves a plain number. */
  shortOf(verb: string, values: FieldValues): string
  /** Formats credits as text. */
  creditsOf(credits: number): string
  /** Null where results have no further actions, as for guests. */
  further: ResultMenuControl | null
  onFollow(followUp: FollowUp, output: Output, from: Task): void
  /** Fills the form with the settings of a task. */
  onAgain(task: Task): void
  /** Starts the same run again. */
  onRetry(task: Task): void
  onCancel(task: Task): void
  onRemove(task: Task): void
  t: Translate
}
