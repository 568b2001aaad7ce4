import { hasValue, type FieldValues } from '#core/condition.ts'
import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { taskOutputs } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import type { SandboxAction, SandboxContext } from '#sandbox/media.ts'

const bytes = new Uint8Array(1)

/** Results of the sandbox's worker processes, by kind of work. No work is done. */
const RESULTS: Record<string, unknown> = {
  picture: bytes,
  headshot: bytes,
  qrArt: { picture: bytes, plainer: 0 },
  cover: bytes,
  grid: {
    picture: bytes,
    small: bytes,
    width: 8,
    height: 8,
    smallWidth: 4,
    smallHeight: 4,
    parts: [bytes, bytes, bytes, bytes]
  },
  describe: ['a', 'b', 'c', 'd'],
  retouch: { bytes, width: 8, height: 8 },
  songVideo: bytes,
  clip: { clip: bytes, poster: bytes, lastFrame: bytes },
  song: { song: bytes, seconds: 20, style: 'pop', tempo: 100 },
  readAudio: { duration: 20, channels: 2, sampleRate: 44_100, codec: 'mp3' }
}

const studio = {
  run: async (kind: string) => RESULTS[kind],
  read: async () => bytes
} as unknown as SandboxContext

const WORDS = { text: 'a', id: 'a', number: 1, switch: true, file: 'https://files.example/a' }

function wordFor(field: Field | undefined): Json {
  return field?.type === 'choice' ? (field.options[0] ?? '') : WORDS[field?.type ?? 'text']
}

/**
 * Returns the outputs of an action in the sandbox, for the smallest valid request. Files are among
 * the values.
 */
export async function outputsOfSandbox(
  action: Action,
  sandbox: SandboxAction | undefined
): Promise<Record<string, unknown>[]> {
  const { fields, limits = [] } = action
  const needed = checkValues(fields, limits, {}).issues.map(({ field }): [string, Json] => [
    field,
    wordFor(fields[field])
  ])
  const { values, issues } = checkValues(fields, limits, Object.fromEntries(needed))
  if (sandbox === undefined || issues.length > 0)
    throw new Error(`nothing makes it: ${JSON.stringify(issues)}`)
  const named = Object.entries(fields).filter(
    ([name, { type }]) => type === 'id' && hasValue(values[name])
  )
  const whole: FieldValues = {
    audio_url: '/files/a',
    image_url: '/files/b',
    last_frame_url: '/files/c'
  }
  const earlier = Object.fromEntries(named.map(([name]) => [name, [whole]]))
  const made = await sandbox.make({ action: 'any', values, earlier, seed: 'a' }, studio)
  return made.flatMap(output =>
    taskOutputs({ ...output.values, ...output.files }, action.shows.field)
  )
}
