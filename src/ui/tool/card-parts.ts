import type { Task } from '#contract/task.ts'
import type { Output } from '#core/output.ts'
import type { FollowUp, Service } from '#core/service.ts'
import type { FieldValues } from '#core/condition.ts'
import type { Translate } from '#i18n/translate.ts'

export type FeatureProps = {
  /** The site's id. */
  site: string
  task: Task
  /** Index of the result among the outputs of its task, from 0. */
  output: number
  t: Translate
}

/**
 * For admins, the site on which they can feature results, and the button for that, which loads
 * late.
 */
export type FeatureControl = { site: string; Button: React.ComponentType<FeatureProps> }

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
  /** Like `priceOf`, but a short number without the word “credits”. */
  shortOf(verb: string, values: FieldValues): string
  /** Formats credits as text. */
  creditsOf(credits: number): string
  /** Null for readers who are not admins of this site. */
  featuring: FeatureControl | null
  onFollow(followUp: FollowUp, output: Output, from: Task): void
  /** Fills the form with the settings of a task. */
  onAgain(task: Task): void
  /** Starts the same run again. */
  onRetry(task: Task): void
  onCancel(task: Task): void
  onRemove(task: Task): void
  t: Translate
}
