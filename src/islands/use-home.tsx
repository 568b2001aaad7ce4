import { useEffect, useState } from 'react'
import { whenIdle } from '#client/when-idle.ts'
import type { Front } from '#islands/front.ts'
import type { HomeChoice, HomeProps } from '#islands/home-props.ts'
import { orNotice } from '#islands/lazily.ts'

type Part = typeof import('#islands/home-tools.tsx')

/** The longest wait for the browser to be idle, in milliseconds. */
const PATIENCE = 2000

const load = () => import('#islands/home-tools.tsx')

/**
 * Follows the choice of a kind of work above the composer, which the page renders without a script.
 * @param draft the key under which the composer saves its text
 * @returns what the composer does for the chosen tool; null for a question to a chat
 */
export function useHome(home: HomeProps, draft: string): Front['tool'] {
  const { modes } = home
  const [choice, choose] = useState<HomeChoice>(() => plain(modes[0]?.id))
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => follow(choose), [])
  useEffect(() => whenIdle(() => void load().then(setPart, () => undefined), PATIENCE), [])
  useEffect(() => part?.followExamples(choose), [part])
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
      const starting = part ?? (await orNotice(load()))
      starting?.startTool(tool, prompt, choice.settings, draft)
      // The text stays in the field until the tool's page shows.
      return false
    }
  }
}

function plain(mode: HomeChoice['mode'] = 'chat'): HomeChoice {
  return { mode, tool: '', settings: {} }
}

/** @returns a function that stops it */
function follow(choose: (next: (now: HomeChoice) => HomeChoice) => void): () => void {
  const read = (): void => {
    const mode = document.querySelector<HTMLInputElement>('input[name="mode"]:checked')?.value
    choose(now => (!mode || mode === now.mode ? now : plain(mode as HomeChoice['mode'])))
  }
  // The user may have chosen before this script ran.
  read()
  document.addEventListener('change', read)
  return () => document.removeEventListener('change', read)
}
