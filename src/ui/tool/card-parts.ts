import type { Task } from '#contract/task.ts'
import type { Output } from '#core/output.ts'
import type { FollowUp, Service } from '#core/service.ts'
import type { Values } from '#core/condition.ts'
import type { Translate } from '#i18n/translate.ts'

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
  priceOf(verb: string, values: Values): string
  /** Like `priceOf`, but only the number. */
  shortOf(verb: string, values: Values): string
  /** Formats credits as text. */
  creditsOf(credits: number): string
  onFollow(followUp: FollowUp, output: Output, from: Task): void
  onAgain(task: Task): void
  onCancel(task: Task): void
  onRemove(task: Task): void
  t: Translate
}
