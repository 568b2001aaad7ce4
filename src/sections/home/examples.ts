import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'
import { localizePath } from '#i18n/locale.ts'
import { textOrNull } from '#i18n/translate.ts'
import type { HomeExample, HomeMode, HomeTool } from '#islands/home-props.ts'
import { questionPrice } from '#ui/chat/question-price.ts'
import { PROMPTS } from '#ui/chat/Prompts.tsx'

/** An example as a card shows it. */
export type ExampleCard = HomeExample & {
  title: string
  price: string
  /** The tool or the chat with the prompt filled in, for browsers without a script. */
  href: string
}

type Hub = Pick<HubRequest, 'locale' | 't'>

/** The number of examples to show, and the number of examples that each tool has. */
const MOST = 6
const EACH = 6

/** Images and videos come first, since they show fastest what the studio does. */
const ORDER = ['image', 'video', 'audio', 'chat'] as const

/**
 * Picks examples of all kinds in turn, of each kind from all its tools in turn.
 * @param group the chat group of the page
 * @param model the model that answers in a new chat
 */
export function homeExamples(
  hub: Hub,
  modes: readonly HomeMode[],
  group: ChatGroup,
  model: string
): ExampleCard[] {
  const kinds = ORDER.flatMap((id, kind) => {
    const mode = modes.find(each => each.id === id)
    if (mode === undefined) return []
    return [id === 'chat' ? chatCards(hub, group, model) : toolCards(hub, mode, kind)]
  })
  return inTurn(kinds).slice(0, MOST)
}

/**
 * Returns the examples of a kind. Each tool starts at another index, because the first examples of
 * all tools are alike.
 */
function toolCards(hub: Hub, mode: HomeMode, kind: number): ExampleCard[] {
  return inTurn(
    mode.tools.map((tool, place) => {
      const first = 2 * (kind + 1) + 3 * place
      return Array.from({ length: EACH }, (_, at) =>
        toolCard(hub, mode, tool, (first + at) % EACH)
      ).flat()
    })
  )
}

function toolCard({ t }: Hub, { id: mode }: HomeMode, tool: HomeTool, at: number): ExampleCard[] {
  const prompt = textOrNull(t, `${tool.id}.example.${at + 1}`)
  if (prompt === null) return []
  const settings = findService(tool.id)?.examples?.[at] ?? {}
  return [
    {
      mode,
      tool: tool.id,
      prompt,
      settings,
      title: tool.title,
      price: tool.price,
      href: `${tool.address}?${new URLSearchParams({ [tool.field]: prompt })}`
    }
  ]
}

function chatCards({ t, locale }: Hub, group: ChatGroup, model: string): ExampleCard[] {
  return PROMPTS.map(key => {
    const prompt = t(key)
    const page = localizePath(`/${group.id}/conversations`, locale)
    return {
      mode: 'chat',
      tool: '',
      prompt,
      settings: {},
      title: group.title,
      price: t('chat.home.about', {
        price: questionPrice({ question: prompt, group, model, locale, t })
      }),
      href: `${page}?${new URLSearchParams({ question: prompt })}`
    }
  })
}

/** Returns the first item of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap(list => list.slice(at, at + 1))
  ).flat()
}
