import { ChevronDown } from 'lucide-react'
import type { ComponentProps, Dispatch, SetStateAction } from 'react'
import type { HomeChoice, HomeExample, HomeProps, HomeTool } from '#islands/home-props.ts'
import { saveDraft } from '#stores/drafts.ts'
import { $pendingMessage } from '#stores/pressed.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { PillSelect } from '#ui/chat/PillSelect.tsx'
import { setFieldText } from '#ui/chat/text-field.ts'

type Props = {
  home: HomeProps
  tools: readonly HomeTool[]
  tool: HomeTool
  choice: HomeChoice
  choose(choice: HomeChoice): void
}

/** Selects for the tool that runs the prompt, and for its aspect ratio. */
export function ToolPicker({ home, tools, tool, choice, choose }: Props) {
  const { ratio } = tool
  const set = (settings: HomeChoice['settings']): void =>
    choose({ ...choice, tool: tool.id, settings })
  return (
    <>
      <Choice
        label={home.choose}
        value={tool.id}
        options={tools.map(({ id, title }) => [id, title])}
        onPick={id => choose({ ...choice, tool: id, settings: {} })}
      />
      {ratio !== null && (
        <Choice
          label={ratio.label}
          value={String(choice.settings[ratio.field] ?? ratio.usual)}
          options={[
            ...(ratio.usual === '' ? [['', ratio.label] as const] : []),
            ...ratio.options.map(each => [each, each] as const)
          ]}
          onPick={value => set({ ...choice.settings, [ratio.field]: value })}
        />
      )}
    </>
  )
}

function Choice(props: ComponentProps<typeof PillSelect>) {
  return (
    <div className="relative flex min-w-0 items-center">
      <PillSelect {...props} />
      <ChevronDown
        {...ICON_PROPS}
        size={14}
        className="pointer-events-none absolute end-2 text-faint"
      />
    </div>
  )
}

/** The default model of a tool, and the price of a run. */
export function ToolPrice({ model, price }: HomeTool) {
  return (
    <p className="min-w-0 truncate pe-2 text-13 text-faint">
      {model !== '' && (
        <span className="max-md:sr-only">
          <bdi>{model}</bdi> ·{' '}
        </span>
      )}
      {price}
    </p>
  )
}

/**
 * Opens the page of a tool. That page starts a run as if the user had pressed Generate there.
 * @param settings the user's choices besides the prompt; the tool has defaults for all others
 * @param draft the key under which the composer saved the prompt as a draft
 */
export function openToolWithPrompt(
  { place, verb, field, address, micro }: HomeTool,
  prompt: string,
  settings: HomeChoice['settings'],
  draft: string
): void {
  const given = { [verb]: { ...settings, [field]: prompt } }
  const text = JSON.stringify({ verb, given, titles: {} })
  saveDraft(place, text)
  $pendingMessage.set({ place, text, at: Date.now(), here: true, prices: [micro] })
  addEventListener('pagehide', () => saveDraft(draft, ''), { once: true })
  location.assign(address)
}

/** Fills in the composer with the example that a link contains. */
export function takeExample(link: HTMLElement, choose: Dispatch<SetStateAction<HomeChoice>>): void {
  // The cast is safe, because our own server rendered this attribute.
  const example = JSON.parse(link.dataset['try'] ?? '') as HomeExample
  choose(example)
  fillIn(example)
}

function fillIn({ mode, prompt }: HomeExample): void {
  const radio = document.querySelector<HTMLInputElement>(`input[name="mode"][value="${mode}"]`)
  if (radio !== null) radio.checked = true
  const area = document.querySelector<HTMLTextAreaElement>('textarea[name="question"]')
  if (area === null) return
  setFieldText(area, prompt)
  area.focus({ preventScroll: true })
  area.form?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}
