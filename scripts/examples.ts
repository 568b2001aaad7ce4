// Makes the examples that a tool's page shows first: six small results each, from the service's own
// sandbox. Run it after the pictures or the prompts of a service have changed: `node
// scripts/examples.ts luma pika`. Without a name it makes the examples of all services.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVICES } from '#catalog/index.ts'
import { SANDBOXES } from '#catalog/sandboxes.server.ts'
import type { Values } from '#core/condition.ts'
import type { Fields } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { encodePicture } from '#media/picture.ts'
import { makePicture } from '#sandbox/pictures/picture.ts'
import { createStage } from '#sandbox/pictures/stage.ts'
import { figure } from '#sandbox/scenes/figure.ts'
import { exampleStudio, type FilmSize } from './example-studio.ts'

const ROOT = join(import.meta.dirname, '..')
const NUMBERS = [1, 2, 3, 4, 5, 6]
/** Maximum size of all files of a service in bytes: less than one phone photo. */
const MOST = 200_000
/** Maximum size of one of six films in bytes. */
const SHARE = 25_000
const FILM: FilmSize = { width: 288, fps: 10, seconds: 2.5 }
/** Value for required fields that have nothing to do with the example. */
const ELSE = 'https://example.com'
/** Width in pixels of a picture, of a film's picture and of a song's cover. */
const WIDE = { image: 480, video: 480, audio: 192, text: 0 } as const
const SHAPES = { image: '4:3', video: '16:9', audio: '', text: '' } as const
/**
 * Seeds that draw a person with nothing beside them, one for each example; `WALL` is the
 * background.
 */
const PEOPLE = ['1b', '6a', '3d', '4a', '5d', '1b']
const WALL = '#3f8f98'

type Example = {
  id: string
  verb: string
  action: Action
  words: string
  beside: Values
  number: number
}
/** File contents by extension. */
type Files = Record<string, Uint8Array>

const wanted = process.argv.slice(2)
for (const { id, actions = {}, examples = [] } of SERVICES) {
  const [first] = Object.entries(actions)
  if (first === undefined || (wanted.length > 0 && !wanted.includes(id))) continue
  const [verb, action] = first
  const words = JSON.parse(
    await readFile(join(ROOT, 'locales/en', `${id}.json`), 'utf8')
  ) as Record<string, string>
  let total = 0
  for (const number of NUMBERS)
    total += await write(
      id,
      number,
      await make({
        id,
        verb,
        action,
        words: words[`${id}.example.${number}`] ?? '',
        beside: examples[number - 1] ?? {},
        number
      })
    )
  process.stdout.write(`${id} ${total}${total > MOST ? ', which is too much' : ''}\n`)
  if (total > MOST) process.exitCode = 1
}

/**
 * Writes the files of one example.
 * @returns their total size in bytes
 */
async function write(id: string, number: number, files: Files): Promise<number> {
  const folder = join(ROOT, 'src/catalog', id, 'examples')
  await mkdir(folder, { recursive: true })
  for (const [ending, bytes] of Object.entries(files))
    await writeFile(join(folder, `${number}.${ending}`), bytes)
  return Object.values(files).reduce((sum, bytes) => sum + bytes.byteLength, 0)
}

/**
 * Returns the subject of a required input picture: the first two words of the prompt, before a teal
 * wall, as no skin has that colour.
 */
function givenOf(words: string): string {
  return `${words.split(' ').slice(0, 2).join(' ')}, teal`
}

/** Draws a person before a plain wall, for actions that take a photograph instead of a prompt. */
async function photograph(words: string, number: number): Promise<Uint8Array> {
  const size = { width: 960, height: 720 }
  const canvas = createCanvas(size.width, size.height)
  const brush = canvas.getContext('2d')
  brush.fillStyle = WALL
  brush.fillRect(0, 0, size.width, size.height)
  figure(
    createStage({ prompt: givenOf(words), seed: `given ${PEOPLE[number - 1]}`, ...size })
  ).paint(brush, 0)
  return encodePicture(canvas, 'jpeg')
}

function inputOf({ action, words, number }: Example): Promise<Uint8Array> {
  if (!('prompt' in action.fields)) return photograph(words, number)
  return makePicture({
    prompt: givenOf(words),
    seed: `given ${number}`,
    width: 960,
    height: 720,
    format: 'jpeg'
  })
}

/** Makes one example. A film that becomes too large is made again, shorter. */
async function make(example: Example, size = FILM): Promise<Files> {
  const { id, verb, action, number } = example
  const input = inputOf(example)
  const { studio, still } = exampleStudio(() => input, size)
  const order = { action: verb, values: leastOf(example), earlier: {}, seed: `example ${number}` }
  const [output] = (await SANDBOXES[id]?.[verb]?.make(order, studio)) ?? []
  const { field, as } = action.shows
  const bytes = output && fileOf(output, field)
  if (bytes === undefined) throw new Error(`${id} made no ${field}`)
  if (as === 'video' && bytes.byteLength > SHARE && size === FILM)
    return make(example, {
      ...FILM,
      fps: 7,
      seconds: Math.max(1.2, (FILM.seconds * SHARE) / bytes.byteLength)
    })
  const webp = await shrink((as === 'image' ? null : still()) ?? bytes, WIDE[as])
  return as === 'video' ? { mp4: bytes, webp } : as === 'audio' ? { mp3: bytes, webp } : { webp }
}

function fileOf({ files }: MediaOutput, field: string): Uint8Array | undefined {
  const [source] = [files[field] ?? []].flat()
  return source !== undefined && 'bytes' in source ? source.bytes : undefined
}

/**
 * Fills in a request: the prompt, the example's settings, the shape that the page shows, and all
 * other required fields.
 */
function leastOf({ id, action, words, beside, number }: Example): Values {
  const { fields, limits = [] } = action
  let given: Record<string, Json> = {
    ...shapeOf(action),
    ...('prompt' in fields && { prompt: words }),
    ...beside
  }
  for (let round = 0; round < 5; round++) {
    const { values, issues } = checkValues(fields, limits, given)
    if (issues.length === 0) return values
    given = {
      ...given,
      ...Object.fromEntries(issues.map(({ field }) => [field, wordFor(fields, field, number)]))
    }
  }
  throw new Error(`${id} takes no ${JSON.stringify(given)}`)
}

function shapeOf({ fields, shows }: Action): Record<string, Json> {
  const [name, field] =
    Object.entries(fields).find(([, each]) => each.type === 'choice' && each.look === 'ratio') ?? []
  const shape = SHAPES[shows.as]
  return name !== undefined && field?.type === 'choice' && field.options.includes(shape)
    ? { [name]: shape }
    : {}
}

function wordFor(fields: Fields, name: string, number: number): Json {
  const field = fields[name]
  switch (field?.type) {
    case 'choice':
      return field.options[(number - 1) % field.options.length] ?? ''
    case 'number':
      return field.min
    case 'switch':
      return field.default
    default:
      return ELSE
  }
}

/**
 * Scales a picture down, which removes its grain and most of its bytes.
 * @param width in pixels
 */
async function shrink(picture: Uint8Array, width: number): Promise<Uint8Array> {
  const image = await loadImage(picture)
  const canvas = createCanvas(width, Math.round((image.height * width) / image.width))
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encodeSync('webp', 55)
}
