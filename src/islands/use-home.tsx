import { useEffect, useState } from 'react'
import { runAfterInteraction } from '#client/when-used.ts'
import type { HomeSlots } from '#islands/front.ts'
import type { HomeChoice, HomeProps } from '#islands/home-props.ts'
import { loadOrNotify } from '#islands/lazily.ts'

type Part = typeof import('#islands/home-tools.tsx')

/** The longest wait for the browser to be idle after an interaction, in milliseconds. */
const PATIENCE = 2000

const load = () => import('#islands/home-tools.tsx')

/**
 * Follows the choice of the kind of work above the composer. That choice is plain HTML outside the
 * island.
 * @param draft the key under which the composer saves its text
 * @returns the composer's settings for the chosen tool; null while it sends a question to a chat
 */
export function useHome(home: HomeProps, draft: string): HomeSlots['tool'] {
  const { modes } = home
  const [choice, choose] = useState<HomeChoice>(() => choiceOf(modes[0]?.id))
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => follow(choose), [])
  const plain = choice.mode === 'chat'
  useEffect(() => {
    const begin = (): void => void load().then(setPart, () => undefined)
    // Chat needs no tools before an interaction. A tool that a reload has restored needs them now.
    if (plain) return runAfterInteraction(begin, PATIENCE)
    begin()
    return undefined
  }, [plain])
  useEffect(
    () => followExamples(async link => (await loadOrNotify(load()))?.takeExample(link, choose)),
    []
  )
  const tools = modes.find(({ id }) => id === choice.mode)?.tools ?? []
  const tool = tools.find(({ id }) => id === choice.tool) ?? tools[0]
  if (tool === undefined) return null
  return {
    ...tool.composer,
    tray: null,
    hold: '',
    picker: part && <part.ToolPicker {...{ home, tools, tool, choice, choose }} />,
    tools: part && <part.ToolPrice {...tool} />,
    async onSend(prompt) {
      const starting = part ?? (await loadOrNotify(load()))
      starting?.openToolWithPrompt(tool, prompt, choice.settings, draft)
      // The text stays in the field until the tool's page shows.
      return false
    }
  }
}

function choiceOf(mode: HomeChoice['mode'] = 'chat'): HomeChoice {
  return { mode, tool: '', settings: {} }
}

/** @returns a function that stops it */
function follow(choose: (next: (now: HomeChoice) => HomeChoice) => void): () => void {
  const read = (): void => {
    const mode = document.querySelector<HTMLInputElement>('input[name="mode"]:checked')?.value
    choose(now => (!mode || mode === now.mode ? now : choiceOf(mode as HomeChoice['mode'])))
  }
  // The user may have chosen before this script ran.
  read()
  document.addEventListener('change', read)
  return () => document.removeEventListener('change', read)
}

/**
 * Lets the page's examples fill in the composer. Their links are for browsers without a script.
 * @returns a function that stops it
 */
function followExamples(onTake: (link: HTMLElement) => unknown): () => void {
  const take = (event: MouseEvent): void => {
    const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-try]') : null
    if (link === null || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    onTake(link)
  }
  document.addEventListener('click', take)
  return () => document.removeEventListener('click', take)
}
