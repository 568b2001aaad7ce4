import { fileName } from '#client/save-file.ts'

/**
 * The longest service name and prompt in a file name, in UTF-16 units. With the id, the ending and
 * letters of three bytes, the name still fits `fileName` and 80 characters.
 */
const LONGEST = { service: 16, prompt: 36 }

/** The number of characters of an id that tell results apart. */
const SHORT_ID = 8

/** Endings of results whose address has none. */
const ENDINGS: Readonly<Record<string, string>> = { image: 'png', video: 'mp4', audio: 'mp3' }

type Made = {
  /** The name of the service, as users read it. */
  service: string
  /** The user's words for the result; may be empty. */
  prompt: string
  task: string
  /** The place of the result among those of its task. */
  index: number
  address: string
  as: string
}

/**
 * Returns the name under which a result is saved: the service, the first words of the prompt, the
 * beginning of the task's id, and the number of a further result.
 */
export function downloadName({ service, prompt, task, index, address, as }: Made): string {
  const words = [cut(service, LONGEST.service), cut(prompt, LONGEST.prompt)]
  const id = [task.slice(0, SHORT_ID), ...(index > 0 ? [index + 1] : [])].join('-')
  const [, ending = ENDINGS[as] ?? 'bin'] = /\.(\w{2,5})$/.exec(pathOf(address)) ?? []
  return fileName(`${words.filter(each => each !== '').join(' ')}-${id}`, ending, id)
}

/**
 * Returns the address that downloads a file. Only the server can request a download from another
 * host than the page's, and it chooses the name there.
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
