import type { Layer, Scene, Stage } from '#providers/sandbox-media/stage.ts'
import type { Subject } from '#providers/sandbox-media/vocabulary.ts'
import { city } from '#providers/sandbox-media/scenes/city.ts'
import { flow } from '#providers/sandbox-media/scenes/flow.ts'
import { flowers } from '#providers/sandbox-media/scenes/flowers.ts'
import { geometric } from '#providers/sandbox-media/scenes/geometric.ts'
import { landscape } from '#providers/sandbox-media/scenes/landscape.ts'
import { portrait } from '#providers/sandbox-media/scenes/portrait.ts'
import { sea } from '#providers/sandbox-media/scenes/sea.ts'
import { space } from '#providers/sandbox-media/scenes/space.ts'

const SCENES = { landscape, sea, city, portrait, flowers, space, geometric, flow } satisfies Record<Subject, Scene>

/** The sheets of what a prompt asks for, the farthest first. */
export function layersOf(stage: Stage): Layer[] {
  return SCENES[stage.subject](stage)
}
