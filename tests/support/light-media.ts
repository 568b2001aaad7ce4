import { SANDBOXES } from '#catalog/sandboxes.server.ts'
import type { SandboxAction, SandboxService, SandboxStudio } from '#providers/sandbox.ts'
import type { Song, SongOrder } from '#providers/sandbox-media/song.ts'
import { FULL_DOSE } from './dose.ts'

/** Frames a second of a film, which are almost all of its work: five seconds at 24 take a processor 13 seconds. */
const FPS = 1

/** Seconds of a song that are played: what follows is the same again. A whole one takes a processor as much as a film. */
const PLAYED = 2

/** A studio whose work is done sooner: everything that an answer tells stays, such as length and size. */
function lighter(studio: SandboxStudio): SandboxStudio {
  const run = (kind: string, order: object): Promise<unknown> => {
    if (kind === 'song') return playShort(studio, order as SongOrder)
    // The kind of an order tells its fields, which a union cannot say.
    return studio.run(kind as never, (kind === 'clip' || kind === 'songVideo' ? { ...order, fps: FPS } : order) as never)
  }
  return { ...studio, run: run as SandboxStudio['run'] }
}

async function playShort(studio: SandboxStudio, order: SongOrder): Promise<Song> {
  const { seconds } = order
  const parts = order.parts ?? ['drums']
  if (!(seconds > PLAYED)) return studio.run('song', { ...order, parts })
  const played = await studio.run('song', { ...order, parts, seconds: PLAYED })
  const songs = Array.from({ length: Math.ceil(seconds / PLAYED) }, () => played.song)
  const bytes = await studio.run('joinSongs', { songs })
  return { ...played, seconds, song: await studio.run('trimSong', { bytes, from: 0, to: seconds }) }
}

function lighten(action: SandboxAction): SandboxAction {
  return { ...action, make: (order, studio) => action.make(order, lighter(studio)) }
}

const DONE = Symbol.for('polymuse.light-media')

// Files that share a worker share its modules as well.
if (!FULL_DOSE && !(DONE in SANDBOXES)) {
  const services = Object.entries(SANDBOXES).map(([name, service]): [string, SandboxService] => {
    const actions = Object.entries(service).map(([verb, action]): [string, SandboxAction] => [verb, lighten(action)])
    return [name, Object.fromEntries(actions)]
  })
  Object.assign(SANDBOXES, Object.fromEntries(services), { [DONE]: true })
}
