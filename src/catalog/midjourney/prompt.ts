import { typedFlags } from '#core/typed-flags.ts'

type Given = Readonly<Record<string, unknown>>

/** A prompt as somebody wrote it: addresses of pictures to go by, words, and what is asked for behind them. */
export type Prompt = { images: string[]; words: string; flags: ReadonlyMap<string, string> }

/** What is said behind the words, in this order. `usual` is what goes without saying. */
const FLAGS: readonly { flag: string; field: string; usual?: string }[] = [
  { flag: 'version', field: 'version' },
  { flag: 'chaos', field: 'chaos', usual: '0' },
  { flag: 'quality', field: 'quality', usual: '1' },
  { flag: 'aspect', field: 'aspect_ratio', usual: '1:1' },
  { flag: 'stylize', field: 'stylize', usual: '100' },
  { flag: 'weird', field: 'weird', usual: '0' },
  { flag: 'no', field: 'no' },
  { flag: 'iw', field: 'iw', usual: '1' },
  { flag: 'style', field: 'style' },
  { flag: 'sref', field: 'style_reference' },
  { flag: 'profile', field: 'moodboard' }
]

const SHORT: Readonly<Record<string, string>> = {
  v: 'version',
  ar: 'aspect',
  q: 'quality',
  s: 'stylize',
  c: 'chaos',
  w: 'weird',
  p: 'profile'
}

/** How fast is a field of its own. */
const SPEEDS = ['fast', 'relax', 'turbo']
/** Version of the model that is asked for as `--niji`. */
const NIJI = '5'

/** Takes a prompt apart. Flags that are written in short have their long name, and the first of each counts. */
export function readPrompt(text: string): Prompt {
  const { words: before, flags: typed } = typedFlags(text)
  const flags = new Map<string, string>()
  for (const { name, value } of typed) {
    const flag = SHORT[name] ?? name
    if (!flags.has(flag)) flags.set(flag, value)
  }
  const [pictures = ''] = /^(?:https?:\/\/\S+(?:\s+|$))*/.exec(before) ?? []
  return { images: pictures.split(/\s+/).filter(Boolean), words: before.slice(pictures.length), flags }
}

/** The one line that all fields of a question come down to. What was typed counts before what was chosen. */
export function assemblePrompt(values: Given): string {
  const { images, words, flags } = readPrompt(textOf(values['prompt']))
  const typed = new Map([...flags].filter(([flag, value]) => !SPEEDS.includes(flag) && !isExtra(flag, value, values)))
  const elements = Object.entries(values).flatMap(([name, value]) => (name.startsWith('elements.') ? [value].flat().map(textOf) : []))
  const pictures = [...[values['image_urls'] ?? []].flat().map(textOf), ...images]
  return [...pictures, [words, ...elements].filter(Boolean).join(', '), ...saidBehind(values, typed)].filter(Boolean).join(' ')
}

/** Does it cost more than what the fields say? Then it has to be said there, where its price is. */
function isExtra(flag: string, value: string, { hd, quality }: Given): boolean {
  return (flag === 'hd' && hd !== true) || (flag === 'quality' && Number(value) > Math.max(1, Number(quality ?? 1)))
}

/** Both models at once are no prompt: one excludes the other's version. */
function saidBehind(values: Given, typed: ReadonlyMap<string, string>): string[] {
  const niji = typed.has('niji') || (values['model'] === 'niji' && !typed.has('version'))
  const own = FLAGS.flatMap(({ flag, field, usual }): [string, string][] => {
    const value = textOf(values[field])
    return value === '' || value === usual || typed.has(flag) ? [] : [[flag, value]]
  })
  const hd: [string, string][] = values['hd'] === true && !typed.has('hd') ? [['hd', '']] : []
  const model: [string, string][] = niji && !typed.has('niji') ? [['niji', NIJI]] : []
  return [...typed, ...model, ...own, ...hd].flatMap(([flag, value]) =>
    flag === 'version' && niji ? [] : [`--${flag}${value === '' ? '' : ` ${value}`}`]
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
