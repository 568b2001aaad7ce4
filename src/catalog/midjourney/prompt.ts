import { parseFlags } from '#core/typed-flags.ts'

type Given = Readonly<Record<string, unknown>>

/** A prompt as the user wrote it: URLs of reference images, words, and the flags after them. */
type Prompt = { images: string[]; words: string; flags: ReadonlyMap<string, string> }

/** The flags after the words, in this order. A field with the value `usual` needs no flag. */
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

/** Typed speeds, which are dropped because the field `mode` sets the speed. */
const SPEEDS = ['fast', 'relax', 'turbo']
/** The version that `--niji` requests. */
const NIJI = '5'

/**
 * Splits a prompt into images, words and flags. Short flags get their long names. The first of each
 * flag counts.
 */
export function parsePrompt(text: string): Prompt {
  const { words: before, flags: typed } = parseFlags(text)
  const flags = new Map<string, string>()
  for (const { name, value } of typed) {
    const flag = SHORT[name] ?? name
    if (!flags.has(flag)) flags.set(flag, value)
  }
  const [pictures = ''] = /^(?:https?:\/\/\S+(?:\s+|$))*/.exec(before) ?? []
  return {
    images: pictures.split(/\s+/).filter(Boolean),
    words: before.slice(pictures.length),
    flags
  }
}

/** Assembles all fields of a request into one prompt line. Typed flags win over fields. */
export function assemblePrompt(values: Given): string {
  const { images, words, flags } = parsePrompt(textOf(values['prompt']))
  const typed = new Map(
    [...flags].filter(([flag, value]) => !SPEEDS.includes(flag) && !isExtra(flag, value, values))
  )
  const elements = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('elements.') ? [value].flat().map(textOf) : []
  )
  const pictures = [...[values['image_urls'] ?? []].flat().map(textOf), ...images]
  return [
    ...pictures,
    [words, ...elements].filter(Boolean).join(', '),
    ...saidBehind(values, typed)
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * True if a typed flag costs more than the fields say. Such a flag is dropped: the user must set
 * the field that has the price.
 */
function isExtra(flag: string, value: string, { hd, quality }: Given): boolean {
  return (
    (flag === 'hd' && hd !== true) ||
    (flag === 'quality' && Number(value) > Math.max(1, Number(quality ?? 1)))
  )
}

/**
 * Returns the flags after the words. A prompt cannot request a Niji model and a version, so
 * `--niji` removes `--version`.
 */
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
