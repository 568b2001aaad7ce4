import type { Task } from '#contract/task.ts'
import type { Output } from '#core/output.ts'
import type { FollowUp, Service } from '#core/service.ts'
import type { Values } from '#core/condition.ts'
import type { Translate } from '#i18n/translate.ts'

/** What all cards of a page share. */
export type CardParts = {
  service: Service
  plans: string
  /** When the page was made, in unix milliseconds. */
  now: number
  locale: string
  /** What a run with these values costs, in words. */
  priceOf(verb: string, values: Values): string
  /** The same without a word. */
  shortOf(verb: string, values: Values): string
  /** Credits, in words. */
  creditsOf(credits: number): string
  onFollow(followUp: FollowUp, output: Output, from: Task): void
  onAgain(task: Task): void
  onCancel(task: Task): void
  onRemove(task: Task): void
  t: Translate
}
