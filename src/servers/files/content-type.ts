/** A type that we recognise by its bytes and serve as such. */
type Known = {
  type: string
  /** The usual ending, with its dot. */
  extension: string
  is(head: Buffer): boolean
}

/** Type of a file that is neither known nor text. */
export const UNKNOWN_TYPE = 'application/octet-stream'
export const TEXT_TYPE = 'text/plain'

/** Bytes that are read to recognise a type. */
const HEAD = 4096

const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|mp71|avc1|M4V |dash|cmfc|MSNV)$/

/**
 * The list is searched in order, and the first match counts. None of these types can run a script.
 */
const KNOWN: readonly Known[] = [
  { type: 'image/png', extension: '.png', is: head => says(head, 0, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', extension: '.jpg', is: head => says(head, 0, '\xff\xd8\xff') },
  {
    type: 'image/gif',
    extension: '.gif',
    is: head => says(head, 0, 'GIF87a') || says(head, 0, 'GIF89a')
  },
  // A BMP contains the length of its header, which must be a known one.
  {
    type: 'image/bmp',
    extension: '.bmp',
    is: head =>
      says(head, 0, 'BM') && head.length > 18 && [12, 40, 108, 124].includes(head.readUInt32LE(14))
  },
  {
    type: 'image/webp',
    extension: '.webp',
    is: head => says(head, 0, 'RIFF') && says(head, 8, 'WEBP')
  },
  {
    type: 'audio/wav',
    extension: '.wav',
    is: head => says(head, 0, 'RIFF') && says(head, 8, 'WAVE')
  },
  {
    type: 'image/avif',
    extension: '.avif',
    is: head =>
      /^(avif|avis|mif1|msf1)$/.test(brands(head)[0] ?? '') &&
      brands(head).some(each => /^avi[fs]$/.test(each))
  },
  { type: 'video/quicktime', extension: '.mov', is: head => brands(head)[0] === 'qt  ' },
  { type: 'audio/mp4', extension: '.m4a', is: head => /^M4[AB] $/.test(brands(head)[0] ?? '') },
  {
    type: 'video/mp4',
    extension: '.mp4',
    is: head => brands(head).some(each => MP4_BRANDS.test(each))
  },
  {
    type: 'video/webm',
    extension: '.webm',
    is: head =>
      says(head, 0, '\x1a\x45\xdf\xa3') &&
      head.subarray(0, 64).includes('\x42\x82\x84webm', 0, 'latin1')
  },
  { type: 'audio/mpeg', extension: '.mp3', is: head => says(head, 0, 'ID3') || isMp3Frame(head) },
  { type: 'audio/ogg', extension: '.ogg', is: head => says(head, 0, 'OggS') },
  { type: 'audio/flac', extension: '.flac', is: head => says(head, 0, 'fLaC') },
  { type: 'application/pdf', extension: '.pdf', is: head => says(head, 0, '%PDF-') }
]

/** All types that our files can have. */
export const FILE_TYPES: readonly string[] = [
  ...KNOWN.map(({ type }) => type),
  TEXT_TYPE,
  UNKNOWN_TYPE
]

const EXTENSIONS = new Map([
  ...KNOWN.map(({ type, extension }): [string, string] => [type, extension]),
  [TEXT_TYPE, '.txt']
])

/** Returns the usual ending of a type with its dot; empty for an unknown type. */
export function extensionOf(type: string): string {
  return EXTENSIONS.get(type) ?? ''
}

/**
 * Tells whether a browser may display a file of this type. It may not if the file could run a
 * script.
 */
export function mayShowInline(type: string): boolean {
  return type !== TEXT_TYPE && EXTENSIONS.has(type)
}

/** Returns the type by the first bytes of a file; null for unknown bytes. */
export function sniffType(head: Uint8Array): string | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD))
  return KNOWN.find(each => each.is(bytes))?.type ?? null
}

/**
 * Passes a file through, and recognizes its type on the way.
 * @returns the same bytes, and a function that returns their type once all have passed
 */
export function sniffStreamType(body: ReadableStream<Uint8Array>): {
  stream: ReadableStream<Uint8Array>
  type(): string
} {
  let head = Buffer.alloc(0)
  const isText = textCheck()
  let text = true
  const look = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)])
      text &&= isText(chunk)
      controller.enqueue(chunk)
    },
    flush() {
      text &&= isText(null)
    }
  })
  return {
    stream: body.pipeThrough(look),
    type: () => sniffType(head) ?? (text ? TEXT_TYPE : UNKNOWN_TYPE)
  }
}

/**
 * Returns a check of successive chunks: it is true while they are UTF-8 without a zero byte.
 * Calling it with null checks the end.
 */
function textCheck(): (chunk: Uint8Array | null) => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return chunk => {
    try {
      if (chunk === null) decoder.decode()
      else decoder.decode(chunk, { stream: true })
      return chunk === null || !chunk.includes(0)
    } catch {
      return false
    }
  }
}

function says(head: Buffer, offset: number, latin1: string): boolean {
  return head.toString('latin1', offset, offset + latin1.length) === latin1
}

/** Returns the brands of an ISO media file, its major one first. */
function brands(head: Buffer): string[] {
  if (head.length < 12 || !says(head, 4, 'ftyp')) return []
  const end = Math.min(head.readUInt32BE(0), head.length, 256)
  const found = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(head.toString('latin1', at, at + 4))
  return found
}

/** Checks a whole header of MPEG layer III, since its first two bytes fit too many other files. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head
  const sync = first === 0xff && (second & 0xe0) === 0xe0
  const layer3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08
  const rate = (third & 0xf0) !== 0xf0 && (third & 0xf0) !== 0 && (third & 0x0c) !== 0x0c
  return sync && layer3 && rate
}
