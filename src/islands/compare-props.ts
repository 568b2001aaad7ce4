import type { HubInfo } from '#client/hub.ts'
import type { SavedComparison } from '#contract/comparison.ts'
import type { Message } from '#contract/conversation.ts'
import type { Task } from '#contract/task.ts'
import type { TokenPrice } from '#core/money.ts'
import type { Quote } from '#core/price.ts'
import type { Medium, Service } from '#core/service.ts'
import type { Strings } from '#i18n/translate.ts'

/** A model that a comparison can have. */
export type CompareModel = {
  /** Unique on the page, see `compareModelKey`. */
  key: string
  service: string
  /** The fixed id by which plans name its service. */
  serviceId: string
  /** Empty for a tool without a choice of models. */
  model: string
  title: string
  /** The heading above it in a list: its tool, or its family. */
  family: string
  /** The price of a chat model; null for a tool, whose declaration has it. */
  price: TokenPrice | null
}

/** The price of one run, or of several. `about` is true for an estimate, as of an answer. */
export type ComparePrice = Quote & { about: boolean }

/** The first form of each tool, by its id. */
export type CompareTools = Readonly<Record<string, Pick<Service, 'actions'>>>

/** The props of the form that starts a comparison. */
export type CompareFormProps = {
  hub: HubInfo
  kind: Medium
  models: readonly CompareModel[]
  tools: CompareTools
  /** The keys of the models with which the form begins. */
  chosen: readonly string[]
  /** True if the user's own keys may pay for chats, so that a plan may be empty. */
  ownKeys: boolean
  t: Strings
}

/** One model of a comparison, with what it has made so far. */
export type ComparedSide = {
  title: string
  /** Its tool; null for a chat model, and for a tool that the site no longer has. */
  service: Service | null
  /** False if the site no longer offers it, so that it cannot be sent. */
  offered: boolean
  /** The price of a run, as it was shown before. */
  quote: ComparePrice
  /** The answer of a chat, and the address of its page; both are empty for a tool. */
  answer: Message | null
  chat: string
  task: Task | null
}

/** The props of a comparison that was sent. */
export type CompareResultsProps = {
  hub: HubInfo
  comparison: SavedComparison
  sides: readonly ComparedSide[]
  /** When the page was rendered, in unix milliseconds. */
  now: number
  t: Strings
}

/** Returns the key of a model. A name of a service has no space. */
export function compareModelKey({
  service,
  model
}: Pick<CompareModel, 'service' | 'model'>): string {
  return `${service} ${model}`
}
