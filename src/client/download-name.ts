import { fileName } from '#client/save-file.ts'

/**
 * The longest service name and prompt in a file name, in UTF-16 units. With the id, the ending and
 * letters of three bytes, the name still fits `fileName` and 80 characters.
 */
const LONGEST = { service: 16, prompt: 36 }

/** The number of characters that are kept of a task's id, enough to tell results apart. */
const SHORT_ID = 8

/** File extensions for results whose address has none. */
const ENDINGS: Readonly<Record<string, string>> = { image: 'png', video: 'mp4', audio: 'mp3' }

type Made = {
  /** The name of the service, as users read it. */
  service: string
  /** The user's prompt; may be empty. */
  prompt: string
  task: string
  /** Index of the result among the results of its task, from 0. */
  index: number
  address: string
  as: string
}

/**
 * Returns the name under which a result is saved: the service, the first words of the prompt, the
 * beginning of the task's id, and from the second result of a task on its number.
 */
export function downloadName({ service, prompt, task, index, address, as }: Made): string {
  const words = [cut(service, LONGEST.service), cut(prompt, LONGEST.prompt)]
  const id = [task.slice(0, SHORT_ID), ...(index > 0 ? [index + 1] : [])].join('-')
  const [, ending = ENDINGS[as] ?? 'bin'] = /\.(\w{2,5})$/.exec(pathOf(address)) ?? []
  return fileName(`${words.filter(each => each !== '').join(' ')}-${id}`, ending, id)
}

/**
 * Returns the address that downloads a file under a name. Browsers ignore a link's `download` name
 * if the file is on another host, so the server sets the name. Only our own servers do; other
 * addresses are returned unchanged.
 */
export function downloadAddress(address: string, name: string): string {
  return /^(https?:\/\/[^/]+)?\/files\/[^/?]+(\/[^/?]+)?$/.test(address)
    ? `${address}?download=1&name=${encodeURIComponent(name)}`
    : address
}

function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}

/** Shortens a text to whole words, or to whole characters in a script without spaces. */
function cut(text: string, longest: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= longest) return plain
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (kept.length + segment.length > longest) break
    kept += segment
  }
  const space = plain[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  return kept.slice(0, space > 0 ? space : kept.length)
}
